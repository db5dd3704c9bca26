package dev.antiphon.it.container;

import dev.antiphon.it.TestServers;
import dev.antiphon.it.server.ServerUnderTest;
import dev.antiphon.it.server.StartedServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.jspecify.annotations.Nullable;

/** The server that this build tests, with database and broker beside it, kept for all classes of tests in a container. */
public final class ContainerServers {

    private static @Nullable StartedServer running;

    private ContainerServers() {}

    private static StartedServer running() {
        return Objects.requireNonNull(running, "a test in a container has @OnServer or ServersExtension");
    }

    /** The node, which runs. */
    public static ServerUnderTest node() {
        return running().node();
    }

    /** Where a test may put files, such as an EAR. */
    public static Path folder() {
        return running().services().folder();
    }

    /** For tests outside of the container: the read database as the projector enters it. */
    public static DataSource readDatabase() {
        return running().services().readDatabase();
    }

    /** The write database as its owner enters it. */
    public static Connection ownedWriteDatabase() throws SQLException {
        return asOwner(running().services(), running().services().databases().writeUrl());
    }

    private static Connection asOwner(TestServers services, String url) throws SQLException {
        return services.connect(url, services.databases().roles().owner());
    }

    static AutoCloseable start() {
        running = StartedServer.start("container", ContainerServers::prepare);
        return running;
    }

    private static void prepare(TestServers services) throws Exception {
        execute(services, services.databases().writeUrl(), "/container/command/note.sql");
        execute(services, services.databases().readUrl(), "/container/projector/crate.sql");
        execute(services, services.databases().readUrl(), "/container/query/shelf.sql");
        createTopic(services, "it.container.crate");
    }

    private static void execute(TestServers servers, String url, String script) throws SQLException, IOException {
        try (var connection = asOwner(servers, url);
                var statement = connection.createStatement();
                var stream = ContainerServers.class.getResourceAsStream(script)) {
            statement.execute(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    private static void createTopic(TestServers servers, String name) throws Exception {
        try (var admin =
                Admin.create(Map.of("bootstrap.servers", servers.kafka().bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic(name, 3, (short) 1))).all().get();
        }
    }
}
