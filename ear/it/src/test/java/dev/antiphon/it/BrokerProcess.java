package dev.antiphon.it;

import dev.antiphon.dev.kafka.EmbeddedKafka;
import dev.antiphon.dev.process.Ports;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A broker in a process of its own, so that it can freeze: it then neither answers nor closes a connection. */
public final class BrokerProcess implements AutoCloseable {

    private static final String READY = "ready";

    private final Process process;
    private final int port;

    private BrokerProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts one and returns when it takes requests. */
    public static BrokerProcess start(Path folder) {
        var port = Ports.free();
        try {
            var process = new ProcessBuilder(
                            ProcessHandle.current().info().command().orElseThrow(),
                            "-Xmx256m",
                            "-cp",
                            System.getProperty("java.class.path"),
                            BrokerProcess.class.getName(),
                            folder.toString(),
                            Integer.toString(port))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            var broker = new BrokerProcess(process, port);
            var out = process.inputReader();
            for (var line = out.readLine(); !READY.equals(line); line = out.readLine()) {
                if (line == null) {
                    throw new IllegalStateException("The broker ended instead of starting");
                }
            }
            return broker;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs the broker until standard input ends, as it does when the parent is gone. */
    public static void main(String[] arguments) throws IOException {
        try (var kafka = EmbeddedKafka.on(Path.of(arguments[0]), Integer.parseInt(arguments[1]), Map.of())) {
            kafka.start();
            System.out.println(READY);
            System.in.transferTo(OutputStream.nullOutputStream());
        }
        Runtime.getRuntime().halt(0);
    }

    public String bootstrapServers() {
        return "127.0.0.1:" + port;
    }

    public void freeze() {
        signal("STOP");
    }

    public void thaw() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            var kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
            if (!kill.waitFor(10, TimeUnit.SECONDS) || kill.exitValue() != 0) {
                throw new IllegalStateException("The broker's process could not be sent " + name);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
