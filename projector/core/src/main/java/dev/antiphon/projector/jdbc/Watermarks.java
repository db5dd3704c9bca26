package dev.antiphon.projector.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Table {@code antiphon.watermark} within one transaction: the last version of each aggregate that a projection has
 * seen (rule S2). Written in one statement, whatever the number of records.
 */
public final class Watermarks {

    private static final String SAVE = """
            insert into antiphon.watermark as w (projection, aggregate_id, aggregate_version)
            select ?, m.id, m.version from unnest(?, ?) as m (id, version)
                on conflict (projection, aggregate_id) do update
               set aggregate_version = excluded.aggregate_version, applied_at = excluded.applied_at
             where w.aggregate_version < excluded.aggregate_version""";

    private final Connection connection;
    private final String projection;
    private final Map<String, Long> versions;
    private final Map<String, Long> advanced = new TreeMap<>();

    /** @param versions of the aggregates that have one, whose rows the transaction holds */
    public Watermarks(Connection connection, String projection, Map<String, Long> versions) {
        this.connection = connection;
        this.projection = projection;
        this.versions = new HashMap<>(versions);
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

    /** Writes the greatest version of each aggregate that was advanced. */
    public void save() throws SQLException {
        if (advanced.isEmpty()) {
            return;
        }
        try (var statement = connection.prepareStatement(SAVE)) {
            statement.setString(1, projection);
            statement.setArray(
                    2, connection.createArrayOf("text", advanced.keySet().toArray()));
            statement.setArray(
                    3, connection.createArrayOf("int8", advanced.values().toArray()));
            statement.executeUpdate();
        }
    }
}
