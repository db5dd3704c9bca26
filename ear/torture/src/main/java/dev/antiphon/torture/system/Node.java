package dev.antiphon.torture.system;

import dev.antiphon.dev.process.Progress;
import dev.antiphon.dev.process.Signal;
import dev.antiphon.dev.process.StartFailure;
import dev.antiphon.dev.server.PayaraMicro;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** One application server with one war. What it said before a restart is kept beside what it says now. */
public final class Node implements AutoCloseable {

    private static final Duration START_LIMIT = Duration.ofMinutes(5);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(30);

    private final String name;
    private final Role role;
    private final PayaraMicro server;
    private int starts;
    private boolean closed;
    private volatile @Nullable Long readyAt;

    Node(String name, Role role, PayaraMicro server) {
        this.name = name;
        this.role = role;
        this.server = server;
    }

    public String name() {
        return name;
    }

    public Role role() {
        return role;
    }

    /** Starts the process and returns at once. */
    public synchronized void start() {
        if (closed) {
            throw new StartFailure(name + " is not started any more.");
        }
        keepLog();
        readyAt = null;
        server.start();
        starts++;
    }

    /** Returns when the war says that it is ready. */
    public void awaitReady() {
        server.awaitReady(START_LIMIT, Progress.silent());
        readyAt = System.nanoTime();
    }

    /** How long ago the process was seen to be ready; empty while it starts. */
    public Optional<Duration> readyFor() {
        return Optional.ofNullable(readyAt).map(at -> Duration.ofNanos(System.nanoTime() - at));
    }

    /** As an operator does; the server ends what is under way. */
    public void stop() {
        server.stop(STOP_PATIENCE);
    }

    public void kill() {
        server.kill();
    }

    public void freeze() {
        server.pid().ifPresent(Signal.STOP::to);
    }

    public void thaw() {
        server.pid().ifPresent(Signal.CONT::to);
    }

    public OptionalLong pid() {
        return server.pid();
    }

    /** An address below the context root of its war. */
    public URI uri(String path) {
        return server.uri(role.contextRoot() + path);
    }

    private void keepLog() {
        Path log = server.log();
        if (Files.exists(log)) {
            try {
                Files.move(log, log.resolveSibling("server-" + starts + ".log"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** At once, whatever state it is in. */
    @Override
    public synchronized void close() {
        closed = true;
        server.kill();
    }

    @Override
    public String toString() {
        return name;
    }
}
