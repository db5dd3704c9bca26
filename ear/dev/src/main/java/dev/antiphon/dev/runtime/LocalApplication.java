package dev.antiphon.dev.runtime;

import dev.antiphon.dev.kafka.Cluster;
import dev.antiphon.dev.kafka.EmbeddedKafka;
import dev.antiphon.dev.postgres.Databases;
import dev.antiphon.dev.postgres.EmbeddedPostgres;
import dev.antiphon.dev.postgres.Roles;
import dev.antiphon.dev.process.Progress;
import dev.antiphon.dev.process.StartFailure;
import dev.antiphon.dev.process.StateFolder;
import dev.antiphon.dev.server.DataSource;
import dev.antiphon.dev.server.PayaraMicro;
import dev.antiphon.dev.server.ServerSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An application on this machine: database, broker and a server with its wars, as one thing that starts in order (database and
 * broker side by side, then the schema, then the server) and stops in the reverse order. A start that fails has stopped again what it had
 * started; a stop during a start waits for the step under way and lets no further one begin.
 *
 * <p>The parts can be stopped and started one by one while the rest runs.
 */
public final class LocalApplication implements AutoCloseable {

    private static final Duration START_LIMIT = Duration.ofMinutes(5);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(20);

    private final ApplicationSettings settings;
    private final @Nullable EmbeddedPostgres postgres;
    private final @Nullable EmbeddedKafka kafka;
    private final ObjLongConsumer<String> started;
    private volatile boolean stopping;
    private volatile @Nullable Databases databases;
    private @Nullable PayaraMicro server;

    public LocalApplication(ApplicationSettings settings) {
        this(settings, (name, pid) -> {});
    }

    /** @param started told the name and process id of every process right after its start */
    public LocalApplication(ApplicationSettings settings, ObjLongConsumer<String> started) {
        this.settings = settings;
        this.started = started;
        this.databases = settings.environment().databases().orElse(null);
        Path home = settings.home();
        this.postgres = databases == null ? EmbeddedPostgres.on(home.resolve("postgres"), settings.cache()) : null;
        this.kafka = settings.environment().kafkaBootstrapServers().isPresent()
                ? null
                : EmbeddedKafka.on(home.resolve("kafka"));
    }

    /**
     * Starts everything and returns when all wars are ready.
     *
     * @throws StartFailure when a part does not start; nothing is left running
     * @throws CancellationException when {@link #stop} came in between
     */
    public void start(Progress progress) {
        try {
            startServices(progress);
            startServer(progress);
        } catch (RuntimeException e) {
            failWhenStopping(); // who asked for the stop does it
            stop(Progress.silent());
            throw e;
        }
    }

    /** Starts the database, with the schema, and the broker; leaves the server alone. */
    public void startServices(Progress progress) {
        CompletableFuture<Void> broker = CompletableFuture.runAsync(() -> startKafka(progress));
        RuntimeException failure = null;
        try {
            startDatabases(progress);
        } catch (RuntimeException e) {
            failure = e;
        }
        try {
            broker.join();
        } catch (CompletionException e) {
            if (failure == null) {
                failure = e.getCause() instanceof RuntimeException cause ? cause : e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void startDatabases(Progress progress) {
        Databases ready;
        if (postgres == null) {
            ready = databases();
            ready.check();
            progress.report("PostgreSQL: using " + ready.writeUrl() + " and " + ready.readUrl());
        } else {
            progress.report("PostgreSQL: starting");
            synchronized (postgres) {
                failWhenStopping();
                postgres.start();
                postgres.pid().ifPresent(pid -> started.accept(StateFolder.POSTGRES, pid));
            }
            ready = Databases.createIn(postgres, Roles.development());
            databases = ready;
            progress.report("PostgreSQL: ready at " + ready.writeUrl() + " and " + ready.readUrl());
        }
        failWhenStopping();
        int scripts = settings.migrations().apply(ready);
        progress.report(scripts == 0 ? "Schema: up to date" : "Schema: " + scripts + " scripts applied");
    }

    private void startKafka(Progress progress) {
        if (kafka == null) {
            try (Cluster outside = new Cluster(Map.copyOf(settings.environment().kafkaClients()))) {
                outside.check();
            }
            progress.report("Kafka: using " + bootstrapServers());
        } else {
            progress.report("Kafka: starting");
            synchronized (kafka) {
                failWhenStopping();
                kafka.start();
            }
            progress.report("Kafka: ready at " + kafka.bootstrapServers());
        }
    }

    /** Starts the server and waits until every war is ready. */
    public void startServer(Progress progress) {
        PayaraMicro node;
        synchronized (this) {
            failWhenStopping();
            node = server == null ? newServer("server", settings.port()) : server;
            server = node;
            progress.report("Payara Micro: starting on port " + node.port());
            node.start();
            node.pid().ifPresent(pid -> started.accept(StateFolder.SERVER, pid));
        }
        node.awaitReady(START_LIMIT, progress);
    }

    /**
     * One more server with the same wars on the same services, not started, not stopped by {@link #stop}: for whoever
     * wants several nodes.
     *
     * @param name the folder of the server's files within the home folder
     */
    public PayaraMicro newServer(String name, int port) {
        Databases ready = databases();
        Roles roles = ready.roles();
        Map<String, String> environment = new HashMap<>(settings.environment().forApplications());
        environment.put("ANTIPHON_KAFKA_BOOTSTRAP_SERVERS", bootstrapServers());
        return PayaraMicro.on(
                settings.home().resolve(name),
                port,
                new ServerSettings(
                        settings.installation().payaraMicro(),
                        settings.installation().driver(),
                        settings.installation().applications(),
                        List.of(
                                new DataSource("jdbc/write", ready.writeUrl(), roles.command(), 32),
                                new DataSource("jdbc/read", ready.readUrl(), roles.projector(), 16),
                                new DataSource("jdbc/query", ready.readUrl(), roles.query(), 24)),
                        environment,
                        settings.address(),
                        settings.environment().serverJavaOptions().orElse(ServerSettings.DEFAULT_JAVA_OPTIONS)));
    }

    /** Stops what runs: server, broker, database. Can be repeated; a stopped application is not started again. */
    public void stop(Progress progress) {
        stopping = true;
        synchronized (this) {
            if (server != null && server.isRunning()) {
                progress.report("Payara Micro: stopping");
                if (!server.stop(STOP_PATIENCE)) {
                    progress.report("Payara Micro: killed, it did not stop within " + STOP_PATIENCE.toSeconds() + " s");
                }
            }
        }
        if (kafka != null && kafka.isRunning()) { // waits for a start under way
            progress.report("Kafka: stopping");
            kafka.stop();
        }
        if (postgres != null) {
            synchronized (postgres) { // waits for a start under way
                if (postgres.isRunning()) {
                    progress.report("PostgreSQL: stopping");
                    postgres.stop();
                }
            }
        }
    }

    /** Whether somebody has asked it to stop. */
    public boolean isStopping() {
        return stopping;
    }

    @Override
    public void close() {
        stop(Progress.silent());
    }

    /** Where the three wars answer. */
    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + settings.port() + path);
    }

    /** The embedded database server, unless an outside one is used. */
    public Optional<EmbeddedPostgres> postgres() {
        return Optional.ofNullable(postgres);
    }

    /** The embedded broker, unless an outside one is used. */
    public Optional<EmbeddedKafka> kafka() {
        return Optional.ofNullable(kafka);
    }

    /** The server, once it has been started. */
    public synchronized Optional<PayaraMicro> server() {
        return Optional.ofNullable(server);
    }

    /** @throws IllegalStateException before the embedded ones have been started */
    public Databases databases() {
        Databases ready = databases;
        if (ready == null) {
            throw new IllegalStateException("the databases have not been started");
        }
        return ready;
    }

    public String bootstrapServers() {
        return kafka != null
                ? kafka.bootstrapServers()
                : settings.environment().kafkaBootstrapServers().orElseThrow();
    }

    private void failWhenStopping() {
        if (stopping) {
            throw new CancellationException("stopped while starting");
        }
    }
}
