package dev.antiphon.it;

import dev.antiphon.dev.kafka.EmbeddedKafka;
import dev.antiphon.dev.postgres.Databases;
import dev.antiphon.dev.postgres.EmbeddedPostgres;
import dev.antiphon.dev.postgres.Login;
import dev.antiphon.dev.postgres.Migrations;
import dev.antiphon.dev.postgres.Roles;
import dev.antiphon.dev.process.Folders;
import dev.antiphon.dev.runtime.Environment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** PostgreSQL and Kafka of one test class, on free ports, with both databases migrated; all of it goes with them. */
public final class TestServers implements AutoCloseable {

    private final Path folder;
    private final EmbeddedPostgres postgres;
    private final EmbeddedKafka kafka;
    private final Databases databases;

    private TestServers(Path folder) {
        this.folder = folder;
        this.postgres = EmbeddedPostgres.on(folder.resolve("postgres"), Artifacts.cache());
        this.kafka = EmbeddedKafka.on(folder.resolve("kafka"));
        postgres.start();
        kafka.start();
        this.databases = Databases.createIn(postgres, Roles.development());
        Migrations.ofReferenceApplication().apply(databases);
    }

    /** Starts them; throws when one does not. */
    public static TestServers start() {
        try {
            return new TestServers(Files.createTempDirectory("antiphon-it"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public EmbeddedPostgres postgres() {
        return postgres;
    }

    public EmbeddedKafka kafka() {
        return kafka;
    }

    public Databases databases() {
        return databases;
    }

    /** What tells an application server where they are and who logs in. */
    public Map<String, String> serverVariables() {
        var variables = new HashMap<>(Environment.forServer(databases, kafka.bootstrapServers()));
        // What caches hold softly goes with every garbage collection: what then is left is held by something.
        variables.put("JAVA_TOOL_OPTIONS", "-XX:SoftRefLRUPolicyMSPerMB=0");
        variables.put("ANTIPHON_VERIFY_INTERVAL", "5s");
        return variables;
    }

    public Path folder() {
        return folder;
    }

    /** The write database as the command side enters it; no pool, so that nothing of one test stays for the next. */
    public DataSource writeDatabase() {
        return dataSource(databases.writeUrl(), databases.roles().command());
    }

    /** The read database as the projector enters it. */
    public DataSource readDatabase() {
        return dataSource(databases.readUrl(), databases.roles().projector());
    }

    private static DataSource dataSource(String url, Login login) {
        var dataSource = new PGSimpleDataSource();
        dataSource.setUrl(url);
        dataSource.setUser(login.user());
        dataSource.setPassword(login.password());
        return dataSource;
    }

    /** A connection as a role of one's choice. */
    public Connection connect(String url, Login login) throws SQLException {
        return DriverManager.getConnection(url, login.user(), login.password());
    }

    @Override
    public void close() {
        kafka.close();
        postgres.close();
        Folders.delete(folder);
    }
}
