package dev.antiphon.dev.postgres;

import dev.antiphon.dev.process.Command;
import dev.antiphon.dev.process.Folders;
import dev.antiphon.dev.process.Ports;
import dev.antiphon.dev.process.ProcessIdentity;
import dev.antiphon.dev.process.StartFailure;
import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * One PostgreSQL server on one folder, durable ({@code fsync} and {@code synchronous_commit} as the server has them by
 * default) and reachable from this machine only. What was committed is there after any stop, {@link #kill} included.
 *
 * <p>It runs in a session of its own, so Ctrl-C in the terminal does not reach it: who started it decides when it
 * stops. A server that a killed launcher left behind on the folder is ended by the next {@link #start}.
 *
 * <p>Safe for use by several threads; {@code start} and {@code stop} exclude each other.
 */
public final class EmbeddedPostgres implements AutoCloseable {

    private static final String SUPERUSER = "postgres";
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Path folder;
    private final Path cache;
    private int port;

    private EmbeddedPostgres(Path folder, Path cache, int port) {
        this.folder = folder.toAbsolutePath();
        this.cache = cache.toAbsolutePath();
        this.port = port;
    }

    /**
     * A server that has not been started yet, on a port that is free now; it keeps that port over restarts.
     *
     * @param folder holds the data, made by the first start
     * @param cache holds the unpacked programs; may be shared by many servers
     */
    public static EmbeddedPostgres on(Path folder, Path cache) {
        return new EmbeddedPostgres(folder, cache, Ports.free());
    }

    /** The same, on the given port. */
    public static EmbeddedPostgres on(Path folder, Path cache, int port) {
        return new EmbeddedPostgres(folder, cache, port);
    }

    /**
     * Starts the server and returns when it accepts connections; the first time, the data folder is made.
     *
     * @throws StartFailure with the server's own reason when it does not start
     */
    public synchronized void start() {
        if (isRunning()) {
            return;
        }
        Folders.create(folder);
        PostgresBinaries binaries = PostgresBinaries.in(cache);
        if (Files.notExists(data())) {
            initialize(binaries);
        } else if (!Files.isRegularFile(data().resolve("PG_VERSION"))) {
            throw new StartFailure(data() + " is not a PostgreSQL data folder (it has no PG_VERSION);"
                    + " remove it to start afresh, or choose another folder with --data.");
        }
        endLeftover(binaries);
        Path log = folder.resolve("postgres.log");
        Command.Result result = pgCtl(binaries, "-l", log.toString(), "-o", options(), "start");
        if (!result.succeeded()) {
            throw new StartFailure(
                    "PostgreSQL does not start on " + data() + ": " + reason(log, result) + " (log: " + log + ")");
        }
    }

    /** Stops in order: open connections are ended, everything is on disk when this returns. */
    public synchronized void stop() {
        stop("fast");
    }

    /** Stops as a power failure would; the next start recovers. */
    public synchronized void kill() {
        stop("immediate");
    }

    private void stop(String mode) {
        if (isRunning()) {
            Command.Result result = pgCtl(PostgresBinaries.in(cache), "-m", mode, "stop");
            if (!result.succeeded()) {
                identity().ifPresent(process -> process.end(Duration.ZERO));
            }
        }
    }

    @Override
    public void close() {
        stop();
    }

    public boolean isRunning() {
        return identity().isPresent();
    }

    public synchronized int port() {
        return port;
    }

    /** The id of the server's main process, if it runs. */
    public OptionalLong pid() {
        return identity().map(process -> OptionalLong.of(process.pid())).orElse(OptionalLong.empty());
    }

    /** Done when the server that runs now has ended; already done when none runs. */
    public CompletableFuture<?> onExit() {
        return identity()
                .flatMap(ProcessIdentity::find)
                .<CompletableFuture<?>>map(ProcessHandle::onExit)
                .orElseGet(() -> CompletableFuture.completedFuture(null));
    }

    /** The JDBC URL of a database, without user and password. */
    public String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port() + "/" + database;
    }

    /** A connection as somebody. */
    public Connection connect(String database, Login login) throws SQLException {
        return DriverManager.getConnection(url(database), login.user(), login.password());
    }

    /** A connection as the superuser, whose password is known to readers of the folder alone. */
    public Connection connectAsSuperuser(String database) throws SQLException {
        try {
            return connect(
                    database,
                    new Login(SUPERUSER, Files.readString(passwordFile()).strip()));
        } catch (IOException e) {
            throw new StartFailure("Cannot read " + passwordFile() + ": " + StartFailure.reason(e), e);
        }
    }

    private void initialize(PostgresBinaries binaries) {
        Path fresh = folder.resolve("data.new");
        Folders.delete(fresh);
        try {
            Files.writeString(passwordFile(), UUID.randomUUID() + System.lineSeparator());
            Command.Result result = run(
                    "initdb.log",
                    List.of(
                            binaries.program("initdb"),
                            "--pgdata=" + fresh,
                            "--username=" + SUPERUSER,
                            "--pwfile=" + passwordFile(),
                            "--auth=scram-sha-256",
                            "--encoding=UTF8",
                            "--locale=C",
                            "--locale-provider=builtin",
                            "--builtin-locale=C.UTF-8",
                            "--no-instructions"));
            if (!result.succeeded()) {
                throw new StartFailure("PostgreSQL cannot make its data folder: " + result.lastLine() + " (log: "
                        + folder.resolve("initdb.log") + ")");
            }
            Files.move(fresh, data(), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A server from before on this folder is ended; a pid file that names a stranger is removed. */
    private void endLeftover(PostgresBinaries binaries) {
        if (Files.notExists(pidFile())) {
            return;
        }
        if (identity().isPresent()) {
            pgCtl(binaries, "-m", "fast", "stop");
        } else {
            try {
                Files.deleteIfExists(pidFile());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private Optional<ProcessIdentity> identity() {
        try {
            if (Files.notExists(pidFile())) {
                return Optional.empty();
            }
            List<String> lines = Files.readAllLines(pidFile());
            return ProcessHandle.of(Long.parseLong(lines.get(0).strip()))
                    .filter(ProcessHandle::isAlive)
                    .filter(process -> process.info()
                            .command()
                            .filter(command -> command.endsWith("postgres"))
                            .isPresent())
                    .flatMap(ProcessIdentity::of);
        } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
            return Optional.empty(); // gone or being written
        }
    }

    private String options() {
        return "-p " + port() + " -c listen_addresses=127.0.0.1 -c unix_socket_directories=''"
                + " -c max_connections=200 -c timezone=UTC";
    }

    private Command.Result pgCtl(PostgresBinaries binaries, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                binaries.program("pg_ctl"), "-D", data().toString(), "-w", "-t", Long.toString(LIMIT.toSeconds())));
        command.addAll(List.of(arguments));
        return run("pg_ctl.log", command);
    }

    /** PostgreSQL refuses to run as root; in a user namespace of its own it is nobody there. */
    private Command.Result run(String log, List<String> command) {
        List<String> whole = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")
                && System.getProperty("os.name").equals("Linux")) {
            if (!LinuxUtils.isUnshareAvailable()) {
                throw new StartFailure("PostgreSQL refuses to run as root and this machine does not allow `unshare -U`;"
                        + " run as another user, or set ANTIPHON_WRITE_URL and ANTIPHON_READ_URL.");
            }
            whole.addAll(List.of("unshare", "-U"));
        }
        whole.addAll(command);
        return Command.run(whole, folder, folder.resolve(log), LIMIT.plusSeconds(10));
    }

    private static String reason(Path log, Command.Result result) {
        try {
            List<String> lines = Files.exists(log) ? Files.readAllLines(log) : List.of();
            for (int i = lines.size() - 1; i >= 0; i--) {
                int at = Math.max(lines.get(i).indexOf("FATAL:"), lines.get(i).indexOf("PANIC:"));
                if (at >= 0) {
                    return lines.get(i).substring(at + "FATAL:".length()).strip();
                }
            }
        } catch (IOException e) {
            // the program's own last line has to do
        }
        return result.lastLine();
    }

    private Path data() {
        return folder.resolve("data");
    }

    private Path pidFile() {
        return data().resolve("postmaster.pid");
    }

    private Path passwordFile() {
        return folder.resolve("superuser.password");
    }
}
