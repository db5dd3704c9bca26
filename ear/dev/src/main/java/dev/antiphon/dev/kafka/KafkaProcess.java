package dev.antiphon.dev.kafka;

import dev.antiphon.dev.process.Command;
import dev.antiphon.dev.process.Folders;
import dev.antiphon.dev.process.Ports;
import dev.antiphon.dev.process.Signal;
import dev.antiphon.dev.process.StartFailure;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * A member of a Kafka cluster as a process of its own, so that it can die or freeze; it ends with this one, however this one
 * ends.
 */
public final class KafkaProcess implements AutoCloseable {

    private static final String READY = "ready";

    private final String name;
    private final Path folder;
    private final int port;
    private final String clusterId;
    private final Map<String, String> settings;
    private volatile @Nullable Process process;
    private volatile boolean closed;

    /**
     * One node of a cluster of several, not started.
     *
     * @see EmbeddedKafka#member
     */
    public KafkaProcess(String name, Path folder, int port, String clusterId, Map<String, String> settings) {
        this.name = name;
        this.folder = folder;
        this.port = port;
        this.clusterId = clusterId;
        this.settings = Map.copyOf(settings);
    }

    /** A broker that is all of its cluster, on a free port; not started. */
    public static KafkaProcess alone(String name, Path folder) {
        return new KafkaProcess(name, folder, Ports.free(), Uuid.randomUuid().toString(), Map.of());
    }

    public String name() {
        return name;
    }

    /** Its address for whoever is not sent elsewhere by its settings. */
    public String address() {
        return "127.0.0.1:" + port;
    }

    /** Starts it and returns when it takes requests. */
    public synchronized void start() {
        if (closed) {
            throw new StartFailure(name + " is not started any more.");
        }
        Folders.create(folder);
        var file = folder.resolve("settings.properties");
        var properties = new Properties();
        properties.putAll(settings);
        try (var writer = Files.newBufferedWriter(file)) {
            properties.store(writer, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var command = new ArrayList<>(List.of("/bin/sh", "-c", "trap '' INT HUP; exec \"$@\"", "sh"));
        command.addAll(List.of(
                Command.ofJdk("java"),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                KafkaProcess.class.getName(),
                folder.toString(),
                Integer.toString(port),
                clusterId,
                file.toString()));
        try {
            var started = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.appendTo(log()))
                    .start();
            process = started;
            if (closed) {
                kill(); // came between
            }
            var out = started.inputReader();
            for (var line = out.readLine(); !READY.equals(line); line = out.readLine()) {
                if (line == null) {
                    throw new StartFailure(name + " ended while starting (log: " + log() + ")");
                }
            }
        } catch (IOException e) {
            throw new StartFailure("Cannot start " + name + ": " + StartFailure.reason(e), e);
        }
    }

    private File log() {
        return folder.resolve("kafka.log").toFile();
    }

    /** Runs a member until standard input ends, as it does when the parent is gone. */
    public static void main(String[] arguments) throws IOException {
        var settings = new HashMap<String, String>();
        var properties = new Properties();
        try (var reader = Files.newBufferedReader(Path.of(arguments[3]))) {
            properties.load(reader);
        }
        properties.forEach((name, value) -> settings.put(name.toString(), value.toString()));
        try (var kafka =
                EmbeddedKafka.member(Path.of(arguments[0]), Integer.parseInt(arguments[1]), arguments[2], settings)) {
            kafka.start();
            System.out.println(READY);
            System.in.transferTo(OutputStream.nullOutputStream());
        }
        Runtime.getRuntime().halt(0);
    }

    /** As {@code kill -9}. */
    public void kill() {
        var running = process;
        if (running != null) {
            running.destroyForcibly();
            try {
                running.waitFor(10, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public synchronized void freeze() {
        signal(Signal.STOP);
    }

    public synchronized void thaw() {
        signal(Signal.CONT);
    }

    private void signal(Signal signal) {
        var running = process;
        if (running != null && running.isAlive()) {
            signal.to(running.pid());
        }
    }

    @Override
    public void close() {
        closed = true;
        kill();
    }

    @Override
    public String toString() {
        return name;
    }
}
