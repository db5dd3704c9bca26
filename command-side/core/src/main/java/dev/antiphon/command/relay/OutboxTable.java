package dev.antiphon.command.relay;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;

/** Reads and marks outbox rows by the functions of {@code R__relay.sql} (decision 12), each call one statement on the given connection. */
final class OutboxTable {

    private static final String READ = "select * from antiphon.unsent_events(?, ?, ?, ?, ?, ?, ?)";
    private static final String MARK = "select antiphon.mark_sent(?, ?, ?, ?, ?)";
    private static final String DELETE = "select antiphon.remove_sent(?, ?, ?, ?, ?)";
    private static final String BACKLOG = "select rows, extract(epoch from oldest) from antiphon.unsent_backlog(?)";
    private static final String CLEAN = "select antiphon.forget_sent(?, ? * interval '1 second', ?)";
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
            statement.setArray(4, connection.createArrayOf("int", leases.held().toArray()));
            statement.setArray(5, connection.createArrayOf("bigint", underWay.toArray()));
            statement.setArray(6, connection.createArrayOf("text", pausedTopics.toArray()));
            statement.setInt(7, limit);
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

    /**
     * Marks rows as published; where none are kept, deletes them.
     *
     * @return those whose lane is still held
     */
    static List<OutboxRow> mark(Connection connection, LaneLeases leases, List<OutboxRow> rows, Duration retention)
            throws SQLException {
        var marked = new HashSet<Long>();
        var fences = leases.fences();
        try (var statement = connection.prepareStatement(retention.isZero() ? DELETE : MARK)) {
            statement.setArray(
                    1,
                    connection.createArrayOf(
                            "bigint", rows.stream().map(OutboxRow::id).toArray()));
            statement.setString(2, leases.node());
            statement.setInt(3, leases.laneCount());
            statement.setArray(
                    4, connection.createArrayOf("int", fences.keySet().toArray()));
            statement.setArray(
                    5, connection.createArrayOf("bigint", fences.values().toArray()));
            try (var result = statement.executeQuery()) {
                while (result.next()) {
                    marked.add(result.getLong(1));
                }
            }
        }
        return marked.size() == rows.size()
                ? rows
                : rows.stream().filter(row -> marked.contains(row.id())).toList();
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

    /**
     * Deletes published rows past their retention, in the order of their ids.
     *
     * @param after ids up to this one have been cleaned a moment ago; passing their dead rows again costs time
     * @param limit rows that are looked at
     * @return the ids
     */
    static List<Long> clean(Connection connection, Duration retention, long after, int limit) throws SQLException {
        var ids = new ArrayList<Long>();
        try (var statement = connection.prepareStatement(CLEAN)) {
            statement.setLong(1, after);
            statement.setLong(2, retention.toSeconds());
            statement.setInt(3, limit);
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    ids.add(rows.getLong(1));
                }
            }
        }
        return ids;
    }
}
