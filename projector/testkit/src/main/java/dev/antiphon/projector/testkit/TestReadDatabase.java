package dev.antiphon.projector.testkit;

import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.jdbc.ProjectionVersions;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/**
 * A read database for tests, with the framework's schema and the application's, made by the same scripts as in production
 * and used as the same roles. There is one PostgreSQL server for each virtual machine, on a free port, and in it one
 * database for each place of scripts; it goes when the virtual machine ends.
 */
public final class TestReadDatabase {

    /** The role that projections write as. */
    public static final String PROJECTOR = "antiphon_projector";

    /** The role of the query side. */
    public static final String QUERY = "antiphon_query";

    private static final String TABLES = """
            select string_agg(format('%I.%I', schemaname, tablename), ', ') from pg_tables
             where schemaname not in ('pg_catalog', 'information_schema') and tablename <> 'flyway_schema_history'""";

    private static final Map<String, TestReadDatabase> DATABASES = new ConcurrentHashMap<>();

    private static final class Server {
        private static final EmbeddedPostgres POSTGRES = start();
    }

    private final String name;

    private TestReadDatabase(String name) {
        this.name = name;
    }

    private static EmbeddedPostgres start() {
        try {
            var server = EmbeddedPostgres.builder().start();
            run(server.getPostgresDatabase(), "create role " + PROJECTOR + " login; create role " + QUERY + " login");
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL does not start for the tests: " + e.getMessage(), e);
        }
    }

    /**
     * The database of an application.
     *
     * @param scripts folder of its Flyway scripts on the class path, such as {@code com/example/shop/schema}; they may
     *     use the placeholders {@code projectorRole} and {@code queryRole}
     */
    public static TestReadDatabase of(String scripts) {
        return DATABASES.computeIfAbsent(scripts, TestReadDatabase::create);
    }

    private static TestReadDatabase create(String scripts) {
        var database = new TestReadDatabase("read_" + DATABASES.size());
        run(Server.POSTGRES.getPostgresDatabase(), "create database " + database.name);
        database.migrate("dev/antiphon/projector/schema", "antiphon");
        database.migrate(scripts, "public");
        return database;
    }

    private void migrate(String scripts, String schema) {
        Flyway.configure(TestReadDatabase.class.getClassLoader())
                .dataSource(as("postgres"))
                .locations("classpath:" + scripts)
                .failOnMissingLocations(true)
                .schemas(schema)
                .defaultSchema(schema)
                .placeholders(Map.of("projectorRole", PROJECTOR, "queryRole", QUERY))
                .load()
                .migrate();
    }

    /** Connections of a role, such as {@link #PROJECTOR}. */
    public DataSource as(String role) {
        return Server.POSTGRES.getDatabase(role, name);
    }

    /** Empties all tables, the framework's too. */
    public void clear() {
        run(as("postgres"), "truncate " + rows(TABLES).get(0));
    }

    /** Runs a statement as the owner. */
    public void run(String sql) {
        run(as("postgres"), sql);
    }

    private static void run(DataSource database, String sql) {
        try (var connection = database.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException("'" + sql + "' failed: " + e.getMessage(), e);
        }
    }

    /** The rows of a query, with {@code |} between the columns. */
    public List<String> rows(String sql) {
        try (var connection = as("postgres").getConnection()) {
            return rows(connection, sql);
        } catch (SQLException e) {
            throw new IllegalStateException("'" + sql + "' failed: " + e.getMessage(), e);
        }
    }

    /** The same with the tables of a projection's version, wherever they are. */
    List<String> rows(ProjectionDefinition projection, String sql) {
        try (var connection = as("postgres").getConnection()) {
            ProjectionVersions.enterSession(connection, projection);
            return rows(connection, sql);
        } catch (SQLException e) {
            throw new IllegalStateException("'" + sql + "' failed: " + e.getMessage(), e);
        }
    }

    private static List<String> rows(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            var columns = rows.getMetaData().getColumnCount();
            var found = new ArrayList<String>();
            while (rows.next()) {
                var row = new ArrayList<String>();
                for (var i : IntStream.rangeClosed(1, columns).toArray()) {
                    row.add(rows.getString(i));
                }
                found.add(row.stream().collect(Collectors.joining("|")));
            }
            return found;
        }
    }
}
