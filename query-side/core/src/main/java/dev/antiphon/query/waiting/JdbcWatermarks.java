package dev.antiphon.query.waiting;

import dev.antiphon.query.ReadFailedException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;

/**
 * Watermarks from {@code antiphon.watermark}, with one statement for all aggregates; those of the version of the projection that
 * readers look at when it is asked.
 */
public final class JdbcWatermarks implements Watermarks {

    private static final String SQL = """
            select asked.projection, asked.aggregate_id, w.aggregate_version
            from unnest(?::text[], ?::text[]) as asked(projection, aggregate_id)
            left join antiphon.projection_version v on v.projection = asked.projection and v.active
            join antiphon.watermark w
              on w.projection = coalesce(v.key, asked.projection) and w.aggregate_id = asked.aggregate_id""";

    private final DataSource dataSource;
    private final int timeoutSeconds;

    /** @param timeout for each statement; rounded up to seconds */
    public JdbcWatermarks(DataSource dataSource, Duration timeout) {
        this.dataSource = dataSource;
        this.timeoutSeconds = (int) Math.max(1, (timeout.toMillis() + 999) / 1000);
    }

    @Override
    public Map<AggregateKey, Long> read(Set<AggregateKey> keys) {
        var projections = keys.stream().map(AggregateKey::projection).toArray();
        var aggregates = keys.stream().map(AggregateKey::aggregateId).toArray();
        try (var connection = dataSource.getConnection()) {
            try (var statement = connection.prepareStatement(SQL)) {
                statement.setQueryTimeout(timeoutSeconds);
                statement.setArray(1, connection.createArrayOf("text", projections));
                statement.setArray(2, connection.createArrayOf("text", aggregates));
                try (var result = statement.executeQuery()) {
                    var versions = new HashMap<AggregateKey, Long>();
                    while (result.next()) {
                        versions.put(new AggregateKey(result.getString(1), result.getString(2)), result.getLong(3));
                    }
                    return versions;
                }
            }
        } catch (SQLException e) {
            throw new ReadFailedException("The watermarks could not be read: " + e.getMessage(), e);
        }
    }
}
