package dev.antiphon.dev.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.antiphon.dev.process.StartFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedPostgresTest {

    private static final Path CACHE = Path.of(System.getProperty("antiphon.cache", "target/cache"));

    @TempDir
    Path folder;

    @Test
    void keepsWhatWasCommittedOverStopsKillsAndAStalePidFile() throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.on(folder, CACHE)) {
            postgres.start();
            Databases databases = Databases.createIn(postgres, Roles.development());
            databases.check();
            new Migration("dev/antiphon/dev/schema", "antiphon")
                    .apply(databases.writeUrl(), databases.roles().owner(), Map.of("commandRole", "antiphon_command"));
            insert(postgres);

            postgres.kill();
            assertThat(postgres.isRunning()).isFalse();
            Files.writeString(
                    folder.resolve("data/postmaster.pid"),
                    ProcessHandle.current().pid() + "\n" + folder.resolve("data") + "\n");
            postgres.start();
            insert(postgres);
            postgres.stop();
            postgres.start();

            Databases.createIn(postgres, Roles.development()); // again, changing nothing
            assertThat(rows(postgres)).isEqualTo(2);
            try (Connection connection = postgres.connectAsSuperuser("write")) {
                assertThat(setting(connection, "fsync")).isEqualTo("on");
                assertThat(setting(connection, "synchronous_commit")).isEqualTo("on");
            }
        }
    }

    @Test
    void letsOnlyADatabasesOwnRolesIn() {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.on(folder, CACHE)) {
            postgres.start();
            Databases.createIn(postgres, Roles.development());

            assertThatThrownBy(
                            () -> postgres.connect("read", Roles.development().command()))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("permission denied for database \"read\"");
            assertThatThrownBy(
                            () -> postgres.connect("write", Roles.development().query()))
                    .hasMessageContaining("permission denied for database \"write\"");
            assertThatThrownBy(() -> new Databases(
                                    postgres.url("write"),
                                    postgres.url("read"),
                                    new Roles(
                                            Roles.development().owner(),
                                            new Login("nobody", "x"),
                                            Roles.development().projector(),
                                            Roles.development().query()))
                            .check())
                    .isInstanceOf(StartFailure.class)
                    .hasMessageContaining("as nobody (ANTIPHON_COMMAND_USER");
        }
    }

    @Test
    void aBrokenFolderIsOneClearLine() throws Exception {
        Files.createDirectories(folder.resolve("data"));
        EmbeddedPostgres postgres = EmbeddedPostgres.on(folder, CACHE);
        assertThatThrownBy(postgres::start)
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("is not a PostgreSQL data folder");

        Files.writeString(folder.resolve("data/PG_VERSION"), "9\n");
        assertThatThrownBy(postgres::start)
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("PostgreSQL does not start on")
                .hasMessageNotContaining("\n");
        assertThat(postgres.isRunning()).isFalse();
    }

    private static void insert(EmbeddedPostgres postgres) throws SQLException {
        try (Connection connection =
                        postgres.connect("write", Roles.development().command());
                Statement statement = connection.createStatement()) {
            statement.execute("insert into antiphon.note (text) values ('kept')");
        }
    }

    private static int rows(EmbeddedPostgres postgres) throws SQLException {
        try (Connection connection =
                        postgres.connect("write", Roles.development().command());
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery("select count(*) from antiphon.note")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private static String setting(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement();
                var rows = statement.executeQuery("show " + name)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
