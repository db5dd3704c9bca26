package dev.antiphon.command.relay;

import dev.antiphon.command.outbox.AggregateHash;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Reads and marks outbox rows; every method is one statement on the given connection. */
final class OutboxTable {

    /** Rows commit out of the order of their ids, so there is no "after the last id": unpublished is the only cursor. */
    private static final String READ = """
            select id, aggregate_hash, aggregate_id, topic, event_type, payload, headers
              from antiphon.outbox
             where published_at is null and aggregate_hash::bigint * ? / ? = any(?)
             order by id limit ?
            """;

    private static final String MARK = "update antiphon.outbox set published_at = now() where id = any(?)";
    private static final String BACKLOG = """
            select count(*), coalesce(extract(epoch from now() - min(appended_at)), 0)
              from (select appended_at from antiphon.outbox where published_at is null order by id limit ?) waiting
            """;
    private static final String CLEAN = """
            delete from antiphon.outbox where id in
                (select id from (select id, published_at from antiphon.outbox order by id limit ?) oldest
                  where published_at < now() - ? * interval '1 second')
            """;
    private static final int BACKLOG_COUNTED = 100_000;

    private OutboxTable() {}

    static List<OutboxRow> read(Connection connection, LaneLeases leases, int limit) throws SQLException {
        var rows = new ArrayList<OutboxRow>();
        try (var statement = connection.prepareStatement(READ)) {
            statement.setInt(1, leases.laneCount());
            statement.setInt(2, AggregateHash.SPACE);
            statement.setArray(
                    3, connection.createArrayOf("bigint", leases.held().toArray()));
            statement.setInt(4, limit);
            try (var result = statement.executeQuery()) {
                while (result.next()) {
                    rows.add(new OutboxRow(
                            result.getLong(1),
                            result.getInt(2),
                            result.getString(3),
                            result.getString(4),
                            result.getString(5),
                            result.getString(6),
                            result.getString(7)));
                }
            }
        }
        return rows;
    }

    static void mark(Connection connection, List<Long> ids) throws SQLException {
        try (var statement = connection.prepareStatement(MARK)) {
            statement.setArray(1, connection.createArrayOf("bigint", ids.toArray()));
            statement.executeUpdate();
        }
    }

    static Backlog backlog(Connection connection) throws SQLException {
        try (var statement = connection.prepareStatement(BACKLOG)) {
            statement.setInt(1, BACKLOG_COUNTED);
            try (var row = statement.executeQuery()) {
                row.next();
                return new Backlog(row.getLong(1), Duration.ofMillis((long) (row.getDouble(2) * 1000)));
            }
        }
    }

    static int clean(Connection connection, Duration retention, int limit) throws SQLException {
        try (var statement = connection.prepareStatement(CLEAN)) {
            statement.setInt(1, limit);
            statement.setLong(2, retention.toSeconds());
            return statement.executeUpdate();
        }
    }
}
