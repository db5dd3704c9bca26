package dev.antiphon.projector.jdbc;

import dev.antiphon.projector.InvalidProjectionException;
import dev.antiphon.projector.definition.ProjectionDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.sql.DataSource;

/** Whether the read database has the tables that the projector needs, with rights to use them; changes nothing. */
public final class SchemaCheck {

    private static final Map<String, List<String>> FRAMEWORK = new TreeMap<>(Map.ofEntries(
            entry("dead_letter", "projection", "aggregate_id", "sort_version", "header_names", "header_values"),
            entry("parked_aggregate", "projection", "aggregate_id", "aggregate_type", "kind", "reason", "parked_at"),
            entry("dead_letter_audit", "action", "reason", "failed_for"),
            entry("redrive_request", "projection", "aggregate_id", "claimed_until", "finished_at"),
            entry("paused_projection", "projection", "reason", "paused_at", "paused_by"),
            entry("rebuild", "projection", "finished_at", "done_to", "claimed_to", "claimed_until", "claim"),
            entry("projection_version", "projection", "version", "key", "read_tables", "active", "dropped_at"),
            entry("change", "id", "projection", "aggregate_id", "aggregate_version", "event_type", "changed_at"),
            entry("change_horizon", "era", "forgotten_to"),
            entry("processed_event", "consumer", "event_id", "processed_at"),
            entry("watermark", "projection", "aggregate_id", "aggregate_version", "applied_at"),
            entry("position", "projection", "topic", "partition", "topic_id", "next_offset", "updated_at")));

    private static final String COLUMNS = """
            select table_name || '.' || column_name from information_schema.columns where table_schema = 'antiphon'""";
    private static final String FUNCTION = """
            select 1 from pg_proc p join pg_namespace n on n.oid = p.pronamespace
             where n.nspname = 'antiphon' and p.proname = 'version_schema'""";
    private static final String USABLE = """
            select coalesce(bool_and(has_table_privilege(to_regclass(?), privilege)), false)
              from unnest(array['select', 'insert', 'update', 'delete']) privilege""";

    private SchemaCheck() {}

    private static Map.Entry<String, List<String>> entry(String table, String... columns) {
        return Map.entry(table, List.of(columns));
    }

    /**
     * Checks the framework's tables and those of the projections.
     *
     * @throws InvalidProjectionException if something is missing; names it, and the command that makes it; also if the version
     *     of a projection was dropped
     * @throws SQLException if the database cannot be asked
     */
    public static void check(DataSource dataSource, List<ProjectionDefinition> projections) throws SQLException {
        try (var connection = dataSource.getConnection()) {
            var missing = new ArrayList<String>();
            var columns = columns(connection);
            FRAMEWORK.forEach((table, names) -> names.stream()
                    .map(name -> table + "." + name)
                    .filter(name -> !columns.contains(name))
                    .forEach(name -> missing.add("column antiphon." + name)));
            if (!hasFunction(connection)) {
                missing.add("function antiphon.version_schema");
            }
            if (missing.isEmpty()) {
                for (var projection : projections) {
                    missing.addAll(missing(connection, projection));
                }
            }
            if (!missing.isEmpty()) {
                throw new InvalidProjectionException("The read database lacks, or does not let this user write: "
                        + String.join(", ", missing) + ". Run `antiphon migrate` as the owner of the database"
                        + " (a projection whose tables have other names lists them in @Projection(tables)).");
            }
        }
    }

    private static List<String> missing(Connection connection, ProjectionDefinition projection) throws SQLException {
        ProjectionVersions.checkNotDropped(connection, projection);
        var schema = ProjectionVersions.schema(connection, projection);
        var missing = new ArrayList<String>();
        for (var name : projection.tables()) {
            var table = schema.isEmpty() || name.contains(".") ? name : schema.get() + "." + name;
            if (!isUsable(connection, table)) {
                missing.add("table " + table + " of projection '" + projection + "'");
            }
        }
        return missing;
    }

    private static Set<String> columns(Connection connection) throws SQLException {
        var found = new HashSet<String>();
        try (var statement = connection.prepareStatement(COLUMNS);
                var rows = statement.executeQuery()) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }

    private static boolean hasFunction(Connection connection) throws SQLException {
        try (var statement = connection.prepareStatement(FUNCTION);
                var rows = statement.executeQuery()) {
            return rows.next();
        }
    }

    private static boolean isUsable(Connection connection, String table) throws SQLException {
        try (var statement = connection.prepareStatement(USABLE)) {
            statement.setString(1, table);
            try (var rows = statement.executeQuery()) {
                rows.next();
                return rows.getBoolean(1);
            }
        }
    }
}
