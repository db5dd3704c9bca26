package dev.antiphon.torture.system;

import dev.antiphon.dev.postgres.Databases;
import dev.antiphon.dev.postgres.EmbeddedPostgres;
import dev.antiphon.dev.postgres.Migrations;
import dev.antiphon.dev.postgres.Roles;
import dev.antiphon.dev.process.Folders;
import dev.antiphon.dev.process.Progress;
import dev.antiphon.dev.process.StartFailure;
import dev.antiphon.dev.runtime.Installation;
import dev.antiphon.dev.server.DataSource;
import dev.antiphon.dev.server.PayaraMicro;
import dev.antiphon.dev.server.ServerSettings;
import dev.antiphon.dev.server.WebApplication;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The reference application, each part a process of its own: two nodes that take commands, two that project, one that
 * answers queries, a database server for each side, two brokers with their controller. What nodes say to databases and
 * brokers goes through links.
 *
 * <p>Settings are the product's defaults, but for {@code antiphon.projector.idle-timeout}: a node that freezes within a
 * transaction holds others up for 15 s instead of a minute, so that a short run sees the end of it.
 */
public final class Shop implements AutoCloseable {

    /** The most connections of a pool. */
    public static final int POOL = 12;

    private static final List<String> JAVA_OPTIONS = List.of(
            "-Xmx224m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:+ExitOnOutOfMemoryError",
            "-Dfile.encoding=UTF-8");

    private final Installation installation;
    private final Path folder;
    private final @Nullable Path clockLibrary;
    private final Database write;
    private final Database read;
    private final Kafka kafka;
    private final List<Node> nodes = new CopyOnWriteArrayList<>();
    private final Map<Node, FakeClock> clocks = new HashMap<>();
    private boolean closed;

    private Shop(Installation installation, Path folder, Path cache, @Nullable Path clockLibrary) {
        this.installation = installation;
        this.folder = Folders.create(folder);
        this.clockLibrary = clockLibrary;
        this.write = new Database(Databases.WRITE, EmbeddedPostgres.on(folder.resolve("postgres-write"), cache));
        this.read = new Database(Databases.READ, EmbeddedPostgres.on(folder.resolve("postgres-read"), cache));
        this.kafka = Kafka.in(folder);
    }

    /**
     * A shop that has not been opened yet.
     *
     * @param cache holds unpacked programs
     * @param clockLibrary steps the clocks of some nodes; without it they have none to step
     */
    public static Shop in(Path folder, Path cache, Installation installation, @Nullable Path clockLibrary) {
        return new Shop(installation, folder, cache, clockLibrary);
    }

    /**
     * Starts everything and returns when every node is ready.
     *
     * @throws StartFailure when a part does not start, or {@link #close} came in between
     */
    public void open(Progress progress) {
        progress.report("databases: starting two, with their schema");
        step(write::start);
        step(read::start);
        var roles = Roles.development();
        Databases.createIn(write.postgres(), roles);
        Databases.createIn(read.postgres(), roles);
        Migrations.ofReferenceApplication().apply(databases());
        progress.report("Kafka: starting two brokers and their controller");
        step(kafka::start);
        progress.report("nodes: starting five");
        for (var role : List.of(Role.COMMAND, Role.COMMAND, Role.PROJECTOR, Role.PROJECTOR, Role.QUERY)) {
            var number = 1 + nodes(role).size();
            var node = node(role + "-" + number, role, number > 1, roles);
            step(() -> {
                nodes.add(node);
                node.start();
            });
        }
        nodes.forEach(Node::awaitReady);
        progress.report("all are ready");
    }

    private synchronized void step(Runnable start) {
        if (closed) {
            throw new StartFailure("Stopped while starting.");
        }
        start.run();
    }

    private Node node(String name, Role role, boolean withClock, Roles roles) {
        var home = folder.resolve(name);
        Folders.create(home);
        var environment = new HashMap<>(Map.of("ANTIPHON_KAFKA_BOOTSTRAP_SERVERS", kafka.linkedBootstrapServers()));
        environment.put("ANTIPHON_PROJECTOR_IDLE_TIMEOUT", "15s");
        FakeClock clock = null;
        if (withClock && clockLibrary != null) {
            clock = new FakeClock(clockLibrary, home.resolve("clock"));
            environment.putAll(clock.environment());
        }
        var node = new Node(
                name,
                role,
                PayaraMicro.on(
                        home,
                        new ServerSettings(
                                installation.payaraMicro(),
                                installation.driver(),
                                List.of(war(role)),
                                List.of(dataSource(role, roles)),
                                environment,
                                ServerSettings.LOOPBACK,
                                JAVA_OPTIONS)));
        if (clock != null) {
            clocks.put(node, clock);
        }
        return node;
    }

    private WebApplication war(Role role) {
        return installation.applications().stream()
                .filter(war -> war.contextRoot().equals(role.contextRoot()))
                .findFirst()
                .orElseThrow();
    }

    private DataSource dataSource(Role role, Roles roles) {
        return switch (role) {
            case COMMAND -> new DataSource("jdbc/write", write.linkedUrl(), roles.command(), POOL);
            case PROJECTOR -> new DataSource("jdbc/read", read.linkedUrl(), roles.projector(), POOL);
            case QUERY -> new DataSource("jdbc/query", read.linkedUrl(), roles.query(), POOL);
        };
    }

    public Path folder() {
        return folder;
    }

    public Database write() {
        return write;
    }

    public Database read() {
        return read;
    }

    /** The one that nodes of that role work on. */
    public Database databaseOf(Role role) {
        return role == Role.COMMAND ? write : read;
    }

    public Kafka kafka() {
        return kafka;
    }

    public List<Node> nodes() {
        return List.copyOf(nodes);
    }

    public List<Node> nodes(Role role) {
        return nodes.stream().filter(node -> node.role() == role).toList();
    }

    /** The node of that name. */
    public Node node(String name) {
        return nodes.stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Where a node's clock can be stepped. */
    public Optional<FakeClock> clock(Node node) {
        return Optional.ofNullable(clocks.get(node));
    }

    /** Where the databases are for whoever looks at them from outside, or operates. */
    public Databases databases() {
        return new Databases(write.url(), read.url(), Roles.development());
    }

    /** Ends every process at once. What they wrote stays. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            nodes.parallelStream().forEach(Node::close);
            Stream.of(kafka, write, read).forEach(Shop::end);
        }
    }

    private static void end(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception e) {
            throw new StartFailure("A process could not be ended: " + StartFailure.reason(e), e);
        }
    }
}
