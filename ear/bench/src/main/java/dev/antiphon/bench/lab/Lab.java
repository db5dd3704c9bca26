package dev.antiphon.bench.lab;

import dev.antiphon.dev.postgres.Databases;
import dev.antiphon.dev.process.Folders;
import dev.antiphon.dev.process.Ports;
import dev.antiphon.dev.process.Progress;
import dev.antiphon.dev.runtime.ApplicationSettings;
import dev.antiphon.dev.runtime.Installation;
import dev.antiphon.dev.runtime.LocalApplication;
import dev.antiphon.dev.server.PayaraMicro;
import dev.antiphon.dev.server.WebApplication;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The reference application as it ships, in its default configuration, on a durable database and broker of its own. Two
 * things differ from {@code ./antiphon up}: the virtual machine of the server has both compilers and the collector of its
 * own choice, as in production, and the war of the command side has the package {@code inside} in it.
 */
public final class Lab implements AutoCloseable {

    private static final String SERVER_JAVA_OPTIONS = "-Xmx512m -Dfile.encoding=UTF-8";
    private static final Duration START_LIMIT = Duration.ofMinutes(5);

    /** Which wars a server has. */
    public enum Sides {
        COMMAND,
        COMMAND_AND_PROJECTOR,
        /** All three, and at {@code /bare} a war without Antiphon. */
        ALL
    }

    private final Path folder;
    private final LocalApplication application;
    private final List<Node> nodes = new ArrayList<>();
    private final List<PayaraMicro> further = new ArrayList<>();
    private boolean closed;

    private Lab(Path folder, LocalApplication application) {
        this.folder = folder;
        this.application = application;
    }

    /** Servers that have not been started yet. */
    public static Lab in(Path folder, Path cache, Installation shipped, Sides sides) {
        Folders.create(folder);
        List<WebApplication> wars = new ArrayList<>();
        for (WebApplication each : shipped.applications()) {
            if (each.contextRoot().equals("/write")) {
                wars.add(new WebApplication(BenchWar.of(each.war(), folder), each.contextRoot()));
            } else if (sides == Sides.ALL
                    || sides == Sides.COMMAND_AND_PROJECTOR
                            && each.contextRoot().equals("/projector")) {
                wars.add(each);
            }
        }
        if (sides == Sides.ALL) {
            wars.add(new WebApplication(BenchWar.bare(folder), "/bare"));
        }
        Installation measured = new Installation(shipped.payaraMicro(), shipped.driver(), wars);
        return new Lab(
                folder,
                new LocalApplication(ApplicationSettings.of(measured, folder)
                        .withCache(cache)
                        .withEnvironment(Map.of("ANTIPHON_SERVER_JAVA_OPTIONS", SERVER_JAVA_OPTIONS))));
    }

    /** Starts database, broker and one server; returns when all are ready. */
    public void start(Progress progress) {
        application.start(progress);
        nodes.add(new Node(application.server().orElseThrow()));
    }

    /** Starts one more server on the same database and broker. */
    public void addNode(Progress progress) {
        PayaraMicro server;
        synchronized (further) {
            if (closed) {
                return;
            }
            server = application.newServer("server-" + (nodes.size() + 1), Ports.free());
            further.add(server);
            server.start();
        }
        server.awaitReady(START_LIMIT, progress);
        nodes.add(new Node(server));
    }

    /** The servers, in the order of their start. */
    public List<Node> nodes() {
        return List.copyOf(nodes);
    }

    /** The first server. */
    public Node node() {
        return nodes.get(0);
    }

    /** A connection to the write database with every right; whoever opens it closes it. */
    public Connection connect() throws SQLException {
        return application.postgres().orElseThrow().connectAsSuperuser("write");
    }

    /** The same of the read database. */
    public Connection connectToRead() throws SQLException {
        return application.postgres().orElseThrow().connectAsSuperuser("read");
    }

    /** An address of the first server. */
    public URI uri(String path) {
        return application.uri(path);
    }

    /** Where its databases are, and who may enter them. */
    public Databases databases() {
        return application.databases();
    }

    public String bootstrapServers() {
        return application.bootstrapServers();
    }

    /** Stops everything and removes the folder; whoever comes second waits for the first. */
    @Override
    public void close() {
        synchronized (further) {
            if (!closed) {
                closed = true;
                further.forEach(PayaraMicro::close);
                application.close();
                Folders.delete(folder);
            }
        }
    }
}
