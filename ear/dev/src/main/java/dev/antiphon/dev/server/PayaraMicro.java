package dev.antiphon.dev.server;

import dev.antiphon.dev.process.Command;
import dev.antiphon.dev.process.Folders;
import dev.antiphon.dev.process.Ports;
import dev.antiphon.dev.process.Progress;
import dev.antiphon.dev.process.StartFailure;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One Payara Micro process with its wars. Several can run at once, each on a folder and a port of its own; they do not
 * look for each other on the network.
 *
 * <p>The process ignores the terminal's Ctrl-C and hang-up: who started it decides when it stops.
 *
 * <p>Safe for use by several threads; {@code start} and {@code stop} exclude each other, {@link #awaitReady} does not
 * keep either waiting.
 */
public final class PayaraMicro implements AutoCloseable {

    private static final Duration REPORT_INTERVAL = Duration.ofSeconds(10);

    private final ServerSettings settings;
    private final Path folder;
    private final int port;
    private @Nullable Process process;

    private PayaraMicro(ServerSettings settings, Path folder, int port) {
        this.settings = settings;
        this.folder = folder.toAbsolutePath();
        this.port = port;
    }

    /** A server that has not been started yet, on a port that is free now; it keeps that port over restarts. */
    public static PayaraMicro on(Path folder, ServerSettings settings) {
        return on(folder, Ports.free(), settings);
    }

    /**
     * The same, on the given port.
     *
     * @param folder holds the server's own files, made afresh by every start, and its log
     */
    public static PayaraMicro on(Path folder, int port, ServerSettings settings) {
        return new PayaraMicro(settings, folder, port);
    }

    /** Starts the process and returns at once; {@link #awaitReady} tells when it can be used. */
    public synchronized void start() {
        if (isRunning()) {
            return;
        }
        for (WebApplication application : settings.applications()) {
            if (!Files.isRegularFile(application.war())) {
                throw new StartFailure(application.war() + " is missing; build the project first.");
            }
        }
        try {
            Folders.create(folder);
            Folders.delete(root());
            Files.writeString(folder.resolve("logging.properties"), ServerSettings.LOGGING);
            Path commands = folder.resolve("commands.txt");
            Files.write(commands, settings.commands());
            ProcessBuilder builder = new ProcessBuilder(commandLine(commands))
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .redirectOutput(log().toFile());
            builder.environment().keySet().removeIf(name -> name.startsWith("ANTIPHON_"));
            builder.environment().putAll(settings.environment());
            process = builder.start();
        } catch (IOException e) {
            throw new StartFailure("Cannot start the application server: " + StartFailure.reason(e), e);
        }
    }

    /**
     * Waits until every application says of itself that it is ready.
     *
     * @throws StartFailure naming the application that is not, and the line of the log that says why, when the process
     *     ends, an application failed to deploy, or {@code limit} has passed
     */
    public void awaitReady(Duration limit, Progress progress) {
        Instant end = Instant.now().plus(limit);
        Instant nextReport = Instant.now().plus(REPORT_INTERVAL);
        Health health = new Health();
        List<WebApplication> missing = new ArrayList<>(settings.applications());
        try {
            while (!missing.isEmpty()) {
                boolean deploymentsOver = serverLog().saysReady();
                boolean late = Instant.now().isAfter(end);
                for (WebApplication application : List.copyOf(missing)) {
                    Health.Answer answer = health.ask(uri(application.contextRoot() + "/health/ready"));
                    if (answer.isUp()) {
                        progress.report(application.contextRoot() + " is ready");
                        missing.remove(application);
                    } else {
                        refuseToWait(application, answer, deploymentsOver, late ? limit : null);
                    }
                }
                if (!missing.isEmpty()) {
                    if (Instant.now().isAfter(nextReport)) {
                        progress.report("waiting for "
                                + missing.stream()
                                        .map(WebApplication::contextRoot)
                                        .collect(Collectors.joining(", ")));
                        nextReport = nextReport.plus(REPORT_INTERVAL);
                    }
                    TimeUnit.MILLISECONDS.sleep(100);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartFailure("Interrupted while waiting for the application server", e);
        }
    }

    private void refuseToWait(
            WebApplication application, Health.Answer answer, boolean deploymentsOver, @Nullable Duration passed) {
        if (!isRunning()) {
            throw new StartFailure("The application server ended while starting: "
                    + serverLog().firstFailure().orElse("it said nothing") + seeLog());
        }
        if (deploymentsOver && answer.isAbsent()) {
            throw new StartFailure(application.name() + " failed to deploy: "
                    + serverLog().firstFailedDeployment().orElse("the log does not say why") + seeLog());
        }
        if (passed != null) {
            throw new StartFailure(application.name() + " is not ready after " + passed.toSeconds()
                    + " s; its health check answers " + answer.status() + " " + answer.body() + seeLog());
        }
    }

    /**
     * Asks the server to stop, waits up to {@code patience} and then kills it.
     *
     * @return whether it stopped by itself
     */
    public synchronized boolean stop(Duration patience) {
        Process running = process;
        if (running == null || !running.isAlive()) {
            return true;
        }
        running.destroy();
        boolean stopped = ended(running, patience);
        if (!stopped) {
            kill();
        }
        return stopped;
    }

    /** Ends the process as {@code kill -9} does and returns when it is gone. */
    public synchronized void kill() {
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
            ended(running, Duration.ofSeconds(10));
        }
    }

    @Override
    public void close() {
        stop(Duration.ofSeconds(20));
    }

    public synchronized boolean isRunning() {
        return process != null && process.isAlive();
    }

    /** Done when the process has ended; never done before the first start. */
    public synchronized CompletableFuture<?> onExit() {
        return process == null ? new CompletableFuture<>() : process.onExit();
    }

    public synchronized OptionalLong pid() {
        return process != null && process.isAlive() ? OptionalLong.of(process.pid()) : OptionalLong.empty();
    }

    /** The most memory the process has held at once, in bytes; empty where the system does not tell (not Linux). */
    public OptionalLong peakMemory() {
        OptionalLong pid = pid();
        if (pid.isEmpty()) {
            return pid;
        }
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid.getAsLong() + "/status"))) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                    .findFirst();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    public int port() {
        return port;
    }

    /** {@code http://127.0.0.1:<port>} followed by the path, which starts with a slash. */
    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    /** What the server has said since its last start. */
    public Path log() {
        return folder.resolve("server.log");
    }

    private ServerLog serverLog() {
        return new ServerLog(log());
    }

    private String seeLog() {
        return " (log: " + log() + ")";
    }

    private Path root() {
        return folder.resolve("root");
    }

    /** What is run; the images of {@code ear/orders/src/main/containers} run the same. */
    List<String> commandLine(Path commands) {
        List<String> line = new ArrayList<>(List.of("/bin/sh", "-c", "trap '' INT HUP; exec \"$@\"", "sh"));
        line.add(Command.ofJdk("java"));
        line.addAll(settings.javaOptions());
        line.addAll(List.of("-jar", settings.payaraMicro().toString()));
        line.addAll(List.of("--rootdir", root().toString()));
        line.addAll(List.of("--port", Integer.toString(port)));
        line.addAll(List.of("--nohazelcast", "--disablephonehome"));
        line.addAll(
                List.of("--logproperties", folder.resolve("logging.properties").toString()));
        line.addAll(List.of("--prebootcommandfile", commands.toString()));
        line.addAll(List.of("--maxhttpthreads", Integer.toString(ServerSettings.HTTP_THREADS)));
        line.addAll(List.of("--addlibs", settings.driver().toString()));
        for (WebApplication application : settings.applications()) {
            line.addAll(List.of("--deploy", application.war() + ":" + application.contextRoot()));
        }
        return line;
    }

    private static boolean ended(Process process, Duration patience) {
        try {
            return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
