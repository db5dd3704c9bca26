package dev.antiphon.projector.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Table {@code antiphon.watermark} within one transaction: the last version of each aggregate that a projection has
 * seen (rule S2). Written in one statement, whatever the number of records.
 *
 * <p>An aggregate that was never seen has no row to hold. Two transactions that meet on one are found when they write it:
 * the later one is refused, and tried again.
 */
public final class Watermarks {

    private static final String SAVE = """
            insert into antiphon.watermark as w (projection, aggregate_id, aggregate_version)
            select ?, m.id, m.version from unnest(?, ?) as m (id, version)
                on conflict (projection, aggregate_id) do update
               set aggregate_version = excluded.aggregate_version, applied_at = excluded.applied_at
             where w.aggregate_version < excluded.aggregate_version and w.aggregate_id <> all(?)""";

    private static final String TABLE = "antiphon.watermark";
    private static final List<String> COLUMNS = List.of("projection", "aggregate_id", "aggregate_version");

    private static final String SERIALIZATION_FAILURE = "40001";

    private final Connection connection;
    private final NewRows newRows;
    private final String projection;
    private final Map<String, Long> versions;
    private final Set<String> found;
    private final Map<String, Long> advanced = new TreeMap<>();

    /** @param versions of the aggregates that have one, whose rows the transaction holds */
    public Watermarks(Connection connection, String projection, Map<String, Long> versions, NewRows newRows) {
        this.connection = connection;
        this.newRows = newRows;
        this.projection = projection;
        this.versions = new HashMap<>(versions);
        this.found = Set.copyOf(versions.keySet());
    }

    /** The last version seen, 0 for an aggregate never seen. */
    public long of(String aggregateId) {
        return versions.getOrDefault(aggregateId, 0L);
    }

    /** Notes a version as seen; written by {@link #save()}. */
    public void advance(String aggregateId, long version) {
        versions.put(aggregateId, version);
        advanced.put(aggregateId, version);
    }

    /**
     * Writes the greatest version of each aggregate that was advanced.
     *
     * @throws SQLTransactionRollbackException if another transaction has written the first one of an aggregate since this
     *     one began; what this one has done may rest on what is no longer so
     */
    public void save() throws SQLException {
        if (advanced.isEmpty()) {
            return;
        }
        if (found.isEmpty() && newRows.insert(connection, TABLE, COLUMNS, rows())) {
            return;
        }
        var first = advanced.keySet().stream().filter(id -> !found.contains(id));
        try (var statement = connection.prepareStatement(SAVE)) {
            statement.setString(1, projection);
            statement.setArray(
                    2, connection.createArrayOf("text", advanced.keySet().toArray()));
            statement.setArray(
                    3, connection.createArrayOf("int8", advanced.values().toArray()));
            statement.setArray(4, connection.createArrayOf("text", first.toArray()));
            if (statement.executeUpdate() < advanced.size()) {
                throw new SQLTransactionRollbackException(
                        "Another transaction of projection '" + projection
                                + "' has applied the first version of an aggregate at the same time",
                        SERIALIZATION_FAILURE);
            }
        }
    }

    private List<@Nullable Object[]> rows() {
        var rows = new ArrayList<@Nullable Object[]>();
        advanced.forEach((id, version) -> rows.add(new Object[] {projection, id, version}));
        return rows;
    }
}
