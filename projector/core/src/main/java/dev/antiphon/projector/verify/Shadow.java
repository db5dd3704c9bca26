package dev.antiphon.projector.verify;

import dev.antiphon.events.AggregateSnapshot;
import dev.antiphon.projector.ReadDatabaseException;
import dev.antiphon.projector.RunningSum;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.definition.SnapshotHandler;
import dev.antiphon.projector.jdbc.CopyIn;
import dev.antiphon.projector.jdbc.DriverConnections;
import dev.antiphon.projector.jdbc.JdbcReadDatabase;
import dev.antiphon.projector.jdbc.NewRows;
import dev.antiphon.projector.jdbc.ProjectionVersions;
import dev.antiphon.projector.snapshots.SnapshotException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a projection's tables should hold for some aggregates: its method for snapshots writes into empty copies of them, as
 * temporary tables of the same names, and the database compares. Writes nothing else, whatever the method tries: the
 * transactions are read-only.
 */
final class Shadow implements AutoCloseable {

    private static final String READ_ONLY = "set transaction isolation level repeatable read, read only";
    private static final String SEEN = "create temp table seen_aggregate (id text collate \"C\")";
    private static final String SEE = "insert into pg_temp.seen_aggregate select unnest(?)";
    private static final String WATERMARKS = """
            select aggregate_id, aggregate_version from antiphon.watermark where projection = ? and aggregate_id = any(?)""";

    private final ProjectionDefinition projection;
    private final SnapshotHandler handler;
    private final Connection connection;
    private final NewRows newRows;
    private final DriverConnections drivers = DriverConnections.ofThisApplication();
    private final List<TableShape> tables = new ArrayList<>();

    /**
     * Makes the copies.
     *
     * @param connection stays its owner's
     * @param copyIn for the rows in the copies; null for statements
     * @throws SnapshotException if a table cannot be compared
     */
    Shadow(ProjectionDefinition projection, Connection connection, @Nullable CopyIn copyIn) throws SQLException {
        this.projection = projection;
        this.handler = projection.snapshot().orElseThrow();
        this.connection = connection;
        this.newRows = new NewRows(copyIn);
        var sums = projection.sums().stream().map(RunningSum::table).collect(Collectors.toSet());
        var parts = projection.sums().stream()
                .collect(Collectors.toMap(RunningSum::parts, RunningSum::aggregate, (a, b) -> a));
        ProjectionVersions.enterSession(connection, projection);
        var copies = new ArrayList<String>();
        for (var name : new TreeSet<>(projection.readTables())) {
            var isSum = sums.contains(name);
            var idColumn = isSum ? "" : parts.getOrDefault(name, projection.idColumn());
            var shape = TableShape.of(connection, projection.key(), name, idColumn);
            copies.add(shape.makeCopy());
            if (!isSum) {
                tables.add(shape);
            }
        }
        copies.add(SEEN);
        try (var statement = connection.createStatement()) {
            for (var sql : copies) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new SnapshotException(
                    "No copies of the tables of projection '" + projection + "' could be made for comparing: "
                            + e.getMessage(),
                    e);
        }
    }

    /**
     * What was found of some aggregates, at one moment of the read database.
     *
     * @param seen up to which versions the projection knows them; those that it does not know are missing
     * @param differences of their rows, whatever the versions
     */
    record Comparison(Map<String, Long> seen, Map<String, List<Drift>> differences) {

        long seen(String id) {
            return seen.getOrDefault(id, 0L);
        }

        List<Drift> differences(String id) {
            return differences.getOrDefault(id, List.of());
        }
    }

    /**
     * Compares.
     *
     * @param ids whose rows are looked at
     * @param states of those that have one; the others should have no rows
     * @param remember whether {@link #unseen} is to leave them out
     */
    Comparison compare(Collection<String> ids, Collection<AggregateSnapshot> states, boolean remember)
            throws SQLException {
        connection.setAutoCommit(false);
        try {
            try (var statement = connection.createStatement()) {
                statement.execute(READ_ONLY);
            }
            write(states);
            if (remember) {
                update(SEE, ids);
            }
            var differences = new LinkedHashMap<String, List<Drift>>();
            for (var table : tables) {
                refuseStrangers(table, ids);
                differ(table, ids, differences);
            }
            var comparison = new Comparison(watermarks(ids), differences);
            connection.commit();
            return comparison;
        } catch (SQLException | RuntimeException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    private void write(Collection<AggregateSnapshot> states) {
        try {
            var database = new JdbcReadDatabase(drivers.of(connection), true, newRows);
            for (var state : states) {
                database.forAggregate(state.aggregateId());
                handler.call(state, database);
            }
            database.complete();
        } catch (Exception e) {
            var cause = e instanceof ReadDatabaseException && e.getCause() != null ? e.getCause() : e;
            throw new SnapshotException(
                    "Projection '" + projection + "' could not make its rows of snapshots in copies of its tables: "
                            + cause.getMessage()
                            + ". It may write only the tables that it names in @Projection(tables), without a schema,"
                            + " and the running sums that are static fields of it.",
                    e);
        }
    }

    private void refuseStrangers(TableShape table, Collection<String> ids) throws SQLException {
        try (var statement = connection.prepareStatement(table.strangers())) {
            bind(statement, 1, ids);
            try (var rows = statement.executeQuery()) {
                if (rows.next()) {
                    throw new SnapshotException(
                            "Column " + table.idColumn() + " of table " + table.name() + " holds '" + rows.getString(1)
                                    + "', which is the id of none of the aggregates that the row was made of. Name the"
                                    + " column that holds it in @Projection(idColumn) of projection '" + projection
                                    + "'.",
                            null);
                }
            }
        }
    }

    private void differ(TableShape table, Collection<String> ids, Map<String, List<Drift>> differences)
            throws SQLException {
        try (var statement = connection.prepareStatement(table.differences())) {
            bind(statement, 1, ids);
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    var id = rows.getString(1);
                    var kind = rows.getBoolean(2)
                            ? Drift.Kind.SURPLUS
                            : rows.getBoolean(3) ? Drift.Kind.MISSING : Drift.Kind.WRONG;
                    var how = kind == Drift.Kind.WRONG ? rows.getString(4) : "";
                    differences
                            .computeIfAbsent(id, each -> new ArrayList<>())
                            .add(new Drift(kind, table.name(), id, how));
                }
            }
        }
    }

    private Map<String, Long> watermarks(Collection<String> ids) throws SQLException {
        try (var statement = connection.prepareStatement(WATERMARKS)) {
            statement.setString(1, projection.key());
            bind(statement, 2, ids);
            try (var rows = statement.executeQuery()) {
                var seen = new HashMap<String, Long>();
                while (rows.next()) {
                    seen.put(rows.getString(1), rows.getLong(2));
                }
                return seen;
            }
        }
    }

    /** The ids in the tables that no comparison was to remember. */
    Set<String> unseen() throws SQLException {
        var unseen = new TreeSet<String>();
        try (var statement = connection.createStatement()) {
            statement.execute("analyze pg_temp.seen_aggregate");
            for (var table : tables) {
                try (var rows = statement.executeQuery(table.unseen())) {
                    while (rows.next()) {
                        unseen.add(rows.getString(1));
                    }
                }
            }
        }
        return unseen;
    }

    /** Those of its tables that hold rows by aggregates, without the parts of sums. */
    List<TableShape> plainTables() {
        var parts = projection.sums().stream().map(RunningSum::parts).toList();
        return tables.stream().filter(table -> !parts.contains(table.name())).toList();
    }

    private void update(String sql, Collection<String> ids) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            bind(statement, 1, ids);
            statement.executeUpdate();
        }
    }

    private void bind(PreparedStatement statement, int number, Collection<String> ids) throws SQLException {
        statement.setArray(number, connection.createArrayOf("text", ids.toArray()));
    }

    @Override
    public void close() throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("discard temp; reset search_path");
        }
    }
}
