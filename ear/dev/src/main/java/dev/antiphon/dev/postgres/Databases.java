package dev.antiphon.dev.postgres;

import dev.antiphon.dev.process.StartFailure;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Where the two databases are and who may enter them.
 *
 * @param writeUrl JDBC URL of the write database
 * @param readUrl JDBC URL of the read database
 * @param roles the roles that exist there
 */
public record Databases(String writeUrl, String readUrl, Roles roles) {

    public static final String WRITE = "write";
    public static final String READ = "read";

    /**
     * Makes what is missing of the roles and of the databases {@code write} and {@code read}. Only a database's own
     * roles may connect to it: the command side cannot even log in to the read database (X1), nor the two readers to
     * the write database. Can be repeated.
     */
    public static Databases createIn(EmbeddedPostgres postgres, Roles roles) {
        try (Connection connection = postgres.connectAsSuperuser("postgres");
                Statement statement = connection.createStatement()) {
            for (Login login : List.of(roles.owner(), roles.command(), roles.projector(), roles.query())) {
                if (!exists(connection, "select from pg_roles where rolname = ?", login.user())) {
                    statement.execute("create role " + statement.enquoteIdentifier(login.user(), true)
                            + " login password " + statement.enquoteLiteral(login.password()));
                }
            }
            create(connection, WRITE, roles.owner(), List.of(roles.command()));
            create(connection, READ, roles.owner(), List.of(roles.projector(), roles.query()));
        } catch (SQLException e) {
            throw new StartFailure("Cannot prepare the embedded databases: " + StartFailure.reason(e), e);
        }
        return new Databases(postgres.url(WRITE), postgres.url(READ), roles);
    }

    private static void create(Connection connection, String database, Login owner, List<Login> users)
            throws SQLException {
        if (exists(connection, "select from pg_database where datname = ?", database)) {
            return;
        }
        try (Statement statement = connection.createStatement()) {
            String name = statement.enquoteIdentifier(database, true);
            statement.execute("create database " + name + " owner " + statement.enquoteIdentifier(owner.user(), true));
            statement.execute("revoke connect, temporary on database " + name + " from public");
            for (Login user : users) {
                statement.execute(
                        "grant connect on database " + name + " to " + statement.enquoteIdentifier(user.user(), true));
            }
        }
    }

    private static boolean exists(Connection connection, String query, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, name);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next();
            }
        }
    }

    /**
     * Logs in to both databases as each role that works there.
     *
     * @throws StartFailure naming the first role that cannot, why, and the setting it comes from
     */
    public void check() {
        check(writeUrl, "ANTIPHON_WRITE_URL", roles.owner(), "OWNER");
        check(readUrl, "ANTIPHON_READ_URL", roles.owner(), "OWNER");
        check(writeUrl, "ANTIPHON_WRITE_URL", roles.command(), "COMMAND");
        check(readUrl, "ANTIPHON_READ_URL", roles.projector(), "PROJECTOR");
        check(readUrl, "ANTIPHON_READ_URL", roles.query(), "QUERY");
    }

    private static void check(String url, String urlSetting, Login login, String role) {
        try (Connection connection = DriverManager.getConnection(url, login.user(), login.password())) {
            connection.isValid(5);
        } catch (SQLException e) {
            throw new StartFailure(
                    "Cannot log in to " + url + " (" + urlSetting + ") as " + login.user() + " (ANTIPHON_" + role
                            + "_USER, ANTIPHON_" + role + "_PASSWORD): " + StartFailure.reason(e),
                    e);
        }
    }
}
