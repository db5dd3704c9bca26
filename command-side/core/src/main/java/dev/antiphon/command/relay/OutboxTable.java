package dev.antiphon.command.relay;

import dev.antiphon.command.outbox.AggregateHash;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Reads and marks outbox rows; every method is one statement on the given connection.
 *
 * <p>What reads in the order of ids is planned anew each time, as text with its values. A prepared statement would keep
 * the plan that was best while the outbox was empty (read all, then sort) after a hundred thousand rows have come.
 */
final class OutboxTable {

    /** Rows commit out of the order of their ids, so there is no "after the last id": unpublished is the only cursor. */
    private static final String READ = """
            select id, aggregate_hash, aggregate_id, topic, event_type, payload, headers,
                   exists (select from antiphon.parked_event parked
                            where parked.topic = outbox.topic and parked.aggregate_id = outbox.aggregate_id)
              from antiphon.outbox
             where published_at is null
               and id >= case when (select epoch from antiphon.relay_plan) = %d then %d else 0 end
               and aggregate_hash::bigint * %d / %d in (%s)%s
             order by id limit %d
            """;

    /** Only where the lane is still held by the same fence; one statement, so that no lock is needed for it. */
    private static final String WHERE_HELD = """
             where id = any('{%s}'::bigint[])
               and exists (select from antiphon.lane
                            where owner = %s and leased_until > now() and (lane, fence) in (%s)
                              and lane = aggregate_hash::bigint * lanes / %d)
            returning id
            """;

    private static final String MARK = "update antiphon.outbox set published_at = now()" + WHERE_HELD;
    private static final String DELETE = "delete from antiphon.outbox" + WHERE_HELD;
    private static final String BACKLOG = """
            select count(*), coalesce(extract(epoch from now() - min(appended_at)), 0)
              from (select appended_at from antiphon.outbox where published_at is null order by id limit %d) waiting
            """;
    private static final String CLEAN = """
            delete from antiphon.outbox where id = any (array(
                select id from (select id, published_at from antiphon.outbox
                                 where published_at is not null and id > %d order by id limit %d) oldest
                 where published_at < now() - %d * interval '1 second'))
            returning id
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
        try (var statement = connection.createStatement()) {
            var sql = READ.formatted(
                    floor.epoch(),
                    floor.id(),
                    leases.laneCount(),
                    AggregateHash.SPACE,
                    joined(leases.held()),
                    (underWay.isEmpty() ? "" : " and id <> all('{" + joined(underWay) + "}'::bigint[])")
                            + (pausedTopics.isEmpty()
                                    ? ""
                                    : " and topic not in (" + joined(quoted(statement, pausedTopics)) + ")"),
                    limit);
            try (var result = statement.executeQuery(sql)) {
                while (result.next()) {
                    (result.getBoolean(8) ? batch.followers() : batch.rows()).add(row(result));
                }
            }
        }
        return batch;
    }

    private static String joined(Collection<?> values) {
        return values.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    private static List<String> quoted(Statement statement, Collection<String> texts) throws SQLException {
        var quoted = new ArrayList<String>();
        for (var text : texts) {
            quoted.add(statement.enquoteLiteral(text));
        }
        return quoted;
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
        try (var statement = connection.createStatement()) {
            var sql = (retention.isZero() ? DELETE : MARK)
                    .formatted(
                            joined(rows.stream().map(OutboxRow::id).toList()),
                            statement.enquoteLiteral(leases.node()),
                            joined(leases.fences()),
                            AggregateHash.SPACE);
            try (var result = statement.executeQuery(sql)) {
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
        try (var statement = connection.createStatement();
                var row = statement.executeQuery(BACKLOG.formatted(BACKLOG_COUNTED))) {
            row.next();
            return new Backlog(row.getLong(1), Duration.ofMillis((long) (row.getDouble(2) * 1000)));
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
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(CLEAN.formatted(after, limit, retention.toSeconds()))) {
            while (rows.next()) {
                ids.add(rows.getLong(1));
            }
        }
        return ids;
    }
}
