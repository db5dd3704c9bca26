package dev.antiphon.projector.jdbc;

import dev.antiphon.events.jdbc.Columns;
import dev.antiphon.projector.InvalidProjectionException;
import dev.antiphon.projector.definition.ProjectionDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Table {@code antiphon.projection_version}: which versions of a projection there are, and which one readers look at. The
 * tables of the others are in a schema of their own. Decision 19 says why.
 */
public final class ProjectionVersions {

    /** What was dropped stays so; the first version of all is active, unless its tables are in a schema of their own. */
    private static final String NOTE = """
            insert into antiphon.projection_version as v (projection, version, read_tables, active)
            select ?, ?, ?, antiphon.version_schema(?, ?) is null
                on conflict (projection, version) do update
               set read_tables = excluded.read_tables, noted_at = excluded.noted_at
             where v.dropped_at is null and v.read_tables <> excluded.read_tables""";

    private static final String DROPPED = """
            select dropped_at, dropped_by from antiphon.projection_version where key = ? and dropped_at is not null""";
    private static final String MISSING = """
            select t.name from antiphon.version_schema(?, ?) s (name) cross join unnest(?) t (name)
             where to_regclass(case when t.name like '%.%' then t.name else s.name || '.' || t.name end) is null
               and s.name is not null""";
    private static final String SCHEMA = "select antiphon.version_schema(?, ?)";
    private static final String ENTER = """
            select set_config('search_path', s.name || ', public', ?) from antiphon.version_schema(?, ?) s (name)
             where s.name is not null""";

    private ProjectionVersions() {}

    /** The schema that a version is built in beside the one that readers look at: where a migration makes its tables. */
    public static String ownSchema(String projection, int version) {
        return projection + "_v" + version;
    }

    /**
     * Notes that a version is there, before it writes anything.
     *
     * @throws InvalidProjectionException if it must not: it was dropped, or its tables are not where they have to be
     */
    public static void note(Connection connection, ProjectionDefinition definition) throws SQLException {
        checkNotDropped(connection, definition);
        var missing = new ArrayList<String>();
        var tables = connection.createArrayOf("text", definition.readTables().toArray());
        try (var statement = connection.prepareStatement(MISSING)) {
            Columns.bind(statement, 0, definition.name(), definition.version(), tables);
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    missing.add(rows.getString(1));
                }
            }
        }
        if (!missing.isEmpty()) {
            throw new InvalidProjectionException("Readers look at another version of projection '" + definition.name()
                    + "', so the tables of version " + definition.version() + " have to be in schema "
                    + ownSchema(definition.name(), definition.version()) + ". Missing there: "
                    + String.join(", ", missing)
                    + ". Make them in a migration, and run `antiphon migrate` as the owner of the database.");
        }
        try (var statement = connection.prepareStatement(NOTE)) {
            Columns.bind(
                    statement,
                    0,
                    definition.name(),
                    definition.version(),
                    tables,
                    definition.name(),
                    definition.version());
            statement.executeUpdate();
        }
    }

    /** The same on a connection of its own. */
    public static void note(DataSource readDatabase, ProjectionDefinition definition) throws SQLException {
        try (var connection = readDatabase.getConnection()) {
            note(connection, definition);
        }
    }

    /** @throws InvalidProjectionException if it was; who uses its name again uses another version */
    static void checkNotDropped(Connection connection, ProjectionDefinition definition) throws SQLException {
        try (var statement = connection.prepareStatement(DROPPED)) {
            statement.setString(1, definition.key());
            try (var rows = statement.executeQuery()) {
                if (rows.next()) {
                    throw new InvalidProjectionException("Version " + definition.version() + " of projection '"
                            + definition.name() + "' was dropped at "
                            + rows.getObject(1, OffsetDateTime.class).toInstant() + " by " + rows.getString(2)
                            + ": undeploy this war, or give the projection a higher @Projection(version).");
                }
            }
        }
    }

    /** The schema that the tables of a version are in, quoted; empty for the one that everybody finds them in. */
    static Optional<String> schema(Connection connection, ProjectionDefinition definition) throws SQLException {
        try (var statement = connection.prepareStatement(SCHEMA)) {
            Columns.bind(statement, 0, definition.name(), definition.version());
            try (var rows = statement.executeQuery()) {
                rows.next();
                return Optional.ofNullable(rows.getString(1));
            }
        }
    }

    /** From now on to the end of the transaction, tables without a schema are those of this version. */
    public static void enter(Connection connection, ProjectionDefinition definition) throws SQLException {
        enter(connection, definition, true);
    }

    /** The same until {@code reset search_path}. */
    public static void enterSession(Connection connection, ProjectionDefinition definition) throws SQLException {
        enter(connection, definition, false);
    }

    private static void enter(Connection connection, ProjectionDefinition definition, boolean local)
            throws SQLException {
        try (var statement = connection.prepareStatement(ENTER)) {
            Columns.bind(statement, 0, local, definition.name(), definition.version());
            statement.execute();
        }
    }
}
