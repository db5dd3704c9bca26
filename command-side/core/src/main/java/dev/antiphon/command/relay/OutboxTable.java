package dev.antiphon.command.relay;

import dev.antiphon.command.outbox.AggregateHash;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Reads and marks outbox rows; every method is one statement on the given connection. */
final class OutboxTable {

    /** Rows commit out of the order of their ids, so there is no "after the last id": unpublished is the only cursor. */
    private static final String READ = """
            select id, aggregate_hash, aggregate_id, topic, event_type, payload, headers,
                   exists (select from antiphon.parked_event parked
                            where parked.topic = outbox.topic and parked.aggregate_id = outbox.aggregate_id)
              from antiphon.outbox
             where published_at is null
               and id >= case when (select epoch from antiphon.relay_plan) = ? then ? else 0 end
               and aggregate_hash::bigint * ? / ? = any(?) and id <> all(?) and topic <> all(?)
             order by id limit ?
            """;

    private static final String MARK = "update antiphon.outbox set published_at = now() where id = any(?)";
    private static final String DELETE = "delete from antiphon.outbox where id = any(?)";
    private static final String BACKLOG = """
            select count(*), coalesce(extract(epoch from now() - min(appended_at)), 0)
              from (select appended_at from antiphon.outbox where published_at is null order by id limit ?) waiting
            """;
    private static final String CLEAN = """
            delete from antiphon.outbox where id in
                (select id from (select id, published_at from antiphon.outbox
                                  where published_at is not null order by id limit ?) oldest
                  where published_at < now() - ? * interval '1 second')
            """;
    private static final int BACKLOG_COUNTED = 100_000;

    /**
     * What a read brought.
     *
     * @param rows to be sent, in this order
     * @param followers rows of parked aggregates
     */
    record Batch(List<OutboxRow> rows, List<OutboxRow> followers) {}

    private OutboxTable() {}

    /**
     * The next rows of the held lanes.
     *
     * @param underWay ids that are being sent
     * @param pausedTopics whose rows wait
     */
    static Batch read(
            Connection connection,
            LaneLeases leases,
            Floor floor,
            Collection<Long> underWay,
            Collection<String> pausedTopics,
            int limit)
            throws SQLException {
        var batch = new Batch(new ArrayList<>(), new ArrayList<>());
        try (var statement = connection.prepareStatement(READ)) {
            statement.setLong(1, floor.epoch());
            statement.setLong(2, floor.id());
            statement.setInt(3, leases.laneCount());
            statement.setInt(4, AggregateHash.SPACE);
            statement.setArray(
                    5, connection.createArrayOf("bigint", leases.held().toArray()));
            statement.setArray(6, connection.createArrayOf("bigint", underWay.toArray()));
            statement.setArray(7, connection.createArrayOf("text", pausedTopics.toArray()));
            statement.setInt(8, limit);
            try (var result = statement.executeQuery()) {
                while (result.next()) {
                    (result.getBoolean(8) ? batch.followers() : batch.rows()).add(row(result));
                }
            }
        }
        return batch;
    }

    private static OutboxRow row(ResultSet result) throws SQLException {
        return new OutboxRow(
                result.getLong(1),
                result.getInt(2),
                result.getString(3),
                result.getString(4),
                result.getString(5),
                result.getString(6),
                result.getString(7));
    }

    /** Marks rows as published; where none are kept, deletes them. */
    static void mark(Connection connection, List<OutboxRow> rows, Duration retention) throws SQLException {
        try (var statement = connection.prepareStatement(retention.isZero() ? DELETE : MARK)) {
            statement.setArray(1, ids(connection, rows));
            statement.executeUpdate();
        }
    }

    static Array ids(Connection connection, List<OutboxRow> rows) throws SQLException {
        return connection.createArrayOf(
                "bigint", rows.stream().map(OutboxRow::id).toArray());
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
