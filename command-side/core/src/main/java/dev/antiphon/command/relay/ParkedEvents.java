package dev.antiphon.command.relay;

import dev.antiphon.events.jdbc.LocalTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Events that can never be sent as they are, and the later events of their aggregates, which wait behind them so that
 * order is kept (rule E5). They stay until they are redriven or discarded; either leaves an audit row.
 *
 * <p>Every method is one transaction. While it runs, relays go on; a relay that meets an event of the same aggregate at
 * that moment waits for it.
 */
public final class ParkedEvents {

    private static final String PARK = """
            with gone as (delete from antiphon.outbox where id = ? and published_at is null returning *)
            insert into antiphon.parked_event
                (id, aggregate_hash, aggregate_id, topic, event_type, payload, headers, appended_at, reason)
            select id, aggregate_hash, aggregate_id, topic, event_type, payload, headers, appended_at, ? from gone
            """;
    private static final String LOCK_FIRST = """
            select id from antiphon.parked_event where topic = ? and aggregate_id = ? order by id limit 1 for share
            """;
    private static final String LOCK_ALL = """
            select id, reason from antiphon.parked_event where topic = ? and aggregate_id = ? order by id for update
            """;
    private static final String AUDIT = """
            insert into antiphon.parked_audit
                (action, topic, aggregate_id, outbox_id, event_type, payload, headers, parked_for, reason)
            select ?, topic, aggregate_id, id, event_type, payload, headers, reason, ?
              from antiphon.parked_event where id = ?
            """;
    private static final String DISCARD = "delete from antiphon.parked_event where id = ?";
    private static final String PUT_BACK = """
            with gone as (delete from antiphon.parked_event where topic = ? and aggregate_id = ? returning *)
            insert into antiphon.outbox
                (id, aggregate_hash, aggregate_id, topic, event_type, payload, headers, appended_at)
            overriding system value
            select id, aggregate_hash, aggregate_id, topic, event_type, payload, headers, appended_at from gone
            """;
    private static final String NEW_EPOCH = "update antiphon.relay_plan set epoch = epoch + 1";
    private static final String LIST = """
            select topic, aggregate_id, count(*), min(parked_at), (array_agg(event_type order by id))[1],
                   (array_agg(reason order by id))[1]
              from antiphon.parked_event group by topic, aggregate_id order by min(id) limit ?
            """;

    private static final String COUNT = "select count(*) from (select from antiphon.parked_event limit 100000) counted";

    private final LocalTransactions database;

    /** Of the write database; the data source is used outside of JTA transactions. */
    public ParkedEvents(DataSource writeDatabase) {
        this(new LocalTransactions(writeDatabase));
    }

    ParkedEvents(LocalTransactions database) {
        this.database = database;
    }

    /**
     * One parked aggregate.
     *
     * @param events how many wait, the first included
     * @param since when the first was parked
     * @param eventType of the first
     * @param reason why the first cannot be sent
     */
    public record ParkedAggregate(
            String topic,
            String aggregateId,
            long events,
            Instant since,
            String eventType,
            @Nullable String reason) {}

    /** The parked aggregates, longest parked first, at most {@code limit}. */
    public List<ParkedAggregate> list(int limit) throws SQLException {
        return database.read(connection -> {
            var list = new ArrayList<ParkedAggregate>();
            try (var statement = connection.prepareStatement(LIST)) {
                statement.setInt(1, limit);
                try (var rows = statement.executeQuery()) {
                    while (rows.next()) {
                        list.add(new ParkedAggregate(
                                rows.getString(1),
                                rows.getString(2),
                                rows.getLong(3),
                                rows.getTimestamp(4).toInstant(),
                                rows.getString(5),
                                rows.getString(6)));
                    }
                }
            }
            return list;
        });
    }

    /**
     * Puts all events of an aggregate back into the outbox, where they are sent in their old order, before any later
     * one. What still cannot be sent is parked again.
     *
     * @return how many; 0 if the aggregate is not parked
     */
    public int redrive(String topic, String aggregateId) throws SQLException {
        return database.inNew(connection -> {
            var first = lockAll(connection, topic, aggregateId);
            if (first.isEmpty()) {
                return 0;
            }
            audit(connection, "redriven", first.get(), null);
            return putBack(connection, topic, aggregateId);
        });
    }

    /**
     * Gives up the first parked event of an aggregate; it is kept in the audit table, whole. Those behind it are put
     * back into the outbox. Consumers see a hole in the aggregate's versions.
     *
     * @param reason for the audit
     * @return whether there was one
     */
    public boolean discard(String topic, String aggregateId, String reason) throws SQLException {
        if (reason.isBlank()) {
            throw new IllegalArgumentException("Say why the event is discarded: the reason is kept.");
        }
        return database.inNew(connection -> {
            var first = lockAll(connection, topic, aggregateId);
            if (first.isEmpty()) {
                return false;
            }
            audit(connection, "discarded", first.get(), reason);
            try (var discard = connection.prepareStatement(DISCARD)) {
                discard.setLong(1, first.get());
                discard.executeUpdate();
            }
            putBack(connection, topic, aggregateId);
            return true;
        });
    }

    /** Whoever adds a follower holds a lock on an earlier row; so after this, none is on its way. */
    private static Optional<Long> lockAll(Connection connection, String topic, String aggregateId) throws SQLException {
        try (var statement = connection.prepareStatement(LOCK_ALL)) {
            statement.setString(1, topic);
            statement.setString(2, aggregateId);
            try (var rows = statement.executeQuery()) {
                return rows.next() ? Optional.of(rows.getLong(1)) : Optional.empty();
            }
        }
    }

    private static void audit(Connection connection, String action, long id, @Nullable String reason)
            throws SQLException {
        try (var audit = connection.prepareStatement(AUDIT)) {
            audit.setString(1, action);
            audit.setString(2, reason);
            audit.setLong(3, id);
            audit.executeUpdate();
        }
    }

    private static int putBack(Connection connection, String topic, String aggregateId) throws SQLException {
        try (var put = connection.prepareStatement(PUT_BACK);
                var epoch = connection.prepareStatement(NEW_EPOCH)) {
            put.setString(1, topic);
            put.setString(2, aggregateId);
            var count = put.executeUpdate();
            epoch.executeUpdate();
            return count;
        }
    }

    static long count(Connection connection) throws SQLException {
        try (var statement = connection.prepareStatement(COUNT);
                var row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Moves a row that cannot be sent out of the outbox; in the transaction in which its lane is locked. */
    static void park(Connection connection, OutboxRow row, @Nullable String reason) throws SQLException {
        try (var park = connection.prepareStatement(PARK)) {
            park.setLong(1, row.id());
            park.setString(2, reason);
            park.executeUpdate();
        }
    }

    /** Moves a row behind the parked ones of its aggregate, unless these have been put back meanwhile. */
    static void follow(Connection connection, OutboxRow row) throws SQLException {
        try (var lock = connection.prepareStatement(LOCK_FIRST)) {
            lock.setString(1, row.topic());
            lock.setString(2, row.aggregateId());
            try (var first = lock.executeQuery()) {
                if (!first.next()) {
                    return;
                }
            }
        }
        park(connection, row, null);
    }
}
