package dev.antiphon.it.container;

import dev.antiphon.dev.runtime.Installation;
import dev.antiphon.dev.server.DataSource;
import dev.antiphon.dev.server.ServerSettings;
import dev.antiphon.it.Artifacts;
import dev.antiphon.it.TestServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** The servers beside the container, and what {@code arquillian.xml} has to know of them. */
public final class ContainerServers {

    /** Fewer than a test has requests waiting at once. */
    private static final int HTTP_THREADS = 16;

    private static TestServers running;

    private ContainerServers() {}

    /** For tests outside of the container: the read database as the projector enters it. */
    public static javax.sql.DataSource readDatabase() {
        return running.readDatabase();
    }

    static AutoCloseable start() {
        var servers = TestServers.start();
        try {
            execute(servers, servers.databases().writeUrl(), "/container/command/note.sql");
            execute(servers, servers.databases().readUrl(), "/container/projector/crate.sql");
            execute(servers, servers.databases().readUrl(), "/container/query/shelf.sql");
            createTopic(servers, "it.container.crate");
            describe(servers);
            running = servers;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return servers::close;
    }

    private static void execute(TestServers servers, String url, String script) throws SQLException, IOException {
        try (var connection = servers.connect(url, servers.databases().roles().owner());
                var statement = connection.createStatement();
                var stream = ContainerServers.class.getResourceAsStream(script)) {
            statement.execute(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    private static void createTopic(TestServers servers, String name) {
        try (var admin =
                Admin.create(Map.of("bootstrap.servers", servers.kafka().bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic(name, 3, (short) 1))).all().get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("Topic " + name + " cannot be made", e);
        }
    }

    /** Each container gets the data sources of the reference application, and the broker as a system property. */
    private static void describe(TestServers servers) throws IOException {
        var installation = Installation.in(Artifacts.project());
        var databases = servers.databases();
        var roles = databases.roles();
        var settings = new ServerSettings(
                installation.payaraMicro(),
                installation.driver(),
                List.of(),
                List.of(
                        new DataSource("jdbc/write", databases.writeUrl(), roles.command(), 16),
                        new DataSource("jdbc/owner", databases.writeUrl(), roles.owner(), 2),
                        new DataSource("jdbc/read", databases.readUrl(), roles.projector(), 16),
                        new DataSource("jdbc/query", databases.readUrl(), roles.query(), 16)),
                Map.of(),
                ServerSettings.LOOPBACK,
                List.of());
        var commands = servers.folder().resolve("commands.txt");
        Files.write(commands, settings.commands());
        System.setProperty("antiphon.it.micro-jar", installation.payaraMicro().toString());
        System.setProperty(
                "antiphon.it.micro-options",
                "--nohazelcast --disablephonehome --maxhttpthreads " + HTTP_THREADS + " --addlibs "
                        + installation.driver() + " --prebootcommandfile " + commands);
        System.setProperty(
                "antiphon.it.jvm-options",
                "-Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Dantiphon.kafka.bootstrap-servers="
                        + servers.kafka().bootstrapServers());
    }
}
