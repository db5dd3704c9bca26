package dev.antiphon.projector.letters;

import dev.antiphon.events.Headers;
import dev.antiphon.projector.jdbc.Advance;
import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.Failure;
import dev.antiphon.projector.spi.RecordHeader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Letters and parking within one transaction of a projection, which holds the rows of the parked aggregates among its own
 * from its first statement to its end, so that a letter is never added behind the back of who redrives or discards.
 */
public final class Letters {

    private static final String REQUEST_REDRIVE = """
            insert into antiphon.redrive_request (projection, aggregate_id) values (?, ?)""";
    private static final String PARK = """
            insert into antiphon.parked_aggregate (projection, aggregate_id, aggregate_type, kind, reason)
            values (?, ?, ?, ?, ?) on conflict do nothing""";
    private static final String ADD = """
            insert into antiphon.dead_letter (projection, consumer, topic, topic_id, partition, record_offset,
                   record_time, record_key, record_value, header_names, header_values, aggregate_id,
                   aggregate_version, event_id, event_type, correlation_id, sort_version, kind, reason, stack_trace,
                   attempts)
            select ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
                   coalesce(?, greatest(?, (select max(sort_version) from antiphon.dead_letter
                                             where projection = ? and aggregate_id = ?))),
                   ?, ?, ?, ?
                on conflict do nothing""";
    private static final String FIRST = """
            select id from antiphon.dead_letter
             where projection = ? and aggregate_id = ? order by sort_version, id limit 1""";
    private static final String IS_THERE = "select 1 from antiphon.dead_letter where id = ? for update";

    private static final String COVER = """
            with covered as (
                delete from antiphon.dead_letter
                 where projection = ? and aggregate_id = ? and aggregate_version <= ? returning *)
            insert into antiphon.dead_letter_audit
                (action, projection, aggregate_id, aggregate_version, event_id, event_type, topic, partition,
                 record_offset, record_key, failed_for, failed_at)
            select 'covered', projection, aggregate_id, aggregate_version, event_id, event_type, topic, partition,
                   record_offset, record_key, reason, failed_at
              from covered""";

    private final Connection connection;
    private final String projection;
    private final String consumer;
    private final List<Advance> advances;
    private final Map<String, String> parked;
    private final List<Entry> added = new ArrayList<>();
    private final Set<String> gapsClosed = new TreeSet<>();

    private record Entry(Delivery delivery, @Nullable Failure failure, long watermark) {}

    /** @param parked the parked ones among the aggregates of the transaction, with their kinds; it holds their rows */
    public Letters(
            Connection connection,
            String projection,
            String consumer,
            List<Advance> advances,
            Map<String, String> parked) {
        this.connection = connection;
        this.projection = projection;
        this.consumer = consumer;
        this.advances = advances;
        this.parked = parked;
    }

    /** Whether events of an aggregate follow earlier ones into the letters. */
    public boolean isParked(@Nullable String aggregateId) {
        return aggregateId != null && parked.containsKey(aggregateId);
    }

    /**
     * Puts a record of a parked aggregate behind the others; written by {@link #save()}. If it is the one that others
     * wait for, a redrive is asked for.
     */
    public void follow(Delivery delivery, long watermark) {
        added.add(new Entry(delivery, null, watermark));
        var key = delivery.key();
        if (key != null
                && "gap".equals(parked.get(key))
                && Long.valueOf(watermark + 1).equals(version(delivery))) {
            gapsClosed.add(key);
        }
    }

    /** Gives a record up and parks its aggregate, where that is known; written by {@link #save()}. */
    public void giveUp(Delivery delivery, Failure failure, long watermark) {
        added.add(new Entry(delivery, failure, watermark));
    }

    /** Writes what has been added, in one batch. */
    public void save() throws SQLException {
        if (added.isEmpty()) {
            return;
        }
        try (var add = connection.prepareStatement(ADD);
                var park = connection.prepareStatement(PARK)) {
            for (var entry : added) {
                bind(add, entry);
                add.addBatch();
                if (entry.failure() != null && entry.delivery().key() != null) {
                    park(park, entry.delivery(), entry.failure());
                }
            }
            add.executeBatch();
        }
        requestRedrives();
    }

    private void requestRedrives() throws SQLException {
        try (var request = connection.prepareStatement(REQUEST_REDRIVE)) {
            for (var aggregateId : gapsClosed) {
                request.setString(1, projection);
                request.setString(2, aggregateId);
                request.executeUpdate();
            }
        }
    }

    private void bind(PreparedStatement add, Entry entry) throws SQLException {
        var delivery = entry.delivery();
        var failure = entry.failure();
        add.setString(1, projection);
        add.setString(2, consumer);
        add.setString(3, delivery.topic());
        add.setString(4, topicId(delivery));
        add.setInt(5, delivery.partition());
        add.setLong(6, delivery.offset());
        add.setObject(7, OffsetDateTime.ofInstant(delivery.timestamp(), ZoneOffset.UTC));
        add.setBytes(8, delivery.originalKey());
        add.setBytes(9, delivery.value());
        var headers = delivery.originalHeaders();
        add.setArray(
                10,
                connection.createArrayOf(
                        "text",
                        headers.stream()
                                .map(header -> BoundedText.of(header.name(), Integer.MAX_VALUE))
                                .toArray()));
        add.setArray(
                11,
                connection.createArrayOf(
                        "bytea", headers.stream().map(RecordHeader::value).toArray(byte[][]::new)));
        add.setString(12, delivery.key());
        add.setObject(13, version(delivery), Types.BIGINT);
        add.setString(14, header(delivery, Headers.EVENT_ID));
        add.setString(15, header(delivery, Headers.EVENT_TYPE));
        add.setString(16, header(delivery, Headers.CORRELATION_ID));
        add.setObject(17, version(delivery), Types.BIGINT);
        add.setLong(18, entry.watermark());
        add.setString(19, projection);
        add.setString(20, delivery.key());
        add.setString(21, failure == null ? "follows" : kind(failure));
        add.setString(22, failure == null ? "An earlier event of its aggregate is parked" : reason(failure));
        add.setString(23, failure == null ? null : BoundedText.stackTrace(failure.cause()));
        add.setInt(24, failure == null ? 0 : delivery.attempt());
    }

    private void park(PreparedStatement park, Delivery delivery, Failure failure) throws SQLException {
        park.setString(1, projection);
        park.setString(2, delivery.key());
        park.setString(3, header(delivery, Headers.AGGREGATE_TYPE));
        park.setString(4, kind(failure));
        park.setString(5, reason(failure));
        park.executeUpdate();
    }

    private String topicId(Delivery delivery) {
        return advances.stream()
                .filter(advance -> advance.partition() == delivery.partition())
                .map(Advance::topicId)
                .findFirst()
                .orElseThrow();
    }

    /** As far as it can be read, also of a record whose other headers cannot. */
    private static @Nullable Long version(Delivery delivery) {
        try {
            return Long.valueOf(Objects.requireNonNullElse(delivery.header(Headers.AGGREGATE_VERSION), ""));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static @Nullable String header(Delivery delivery, String name) {
        return BoundedText.ofNullable(delivery.header(name));
    }

    static String kind(Failure failure) {
        return switch (failure.kind()) {
            case GAP, UNREADABLE -> failure.kind().name().toLowerCase(Locale.ROOT);
            default -> "handler";
        };
    }

    static String reason(Failure failure) {
        return BoundedText.of(failure.message(), BoundedText.REASON);
    }

    /** Whether a letter is still there and the first of its aggregate, that is, the next to be redriven. */
    public boolean isNext(DeadLetter letter) throws SQLException {
        try (var statement = connection.prepareStatement(letter.aggregateId() == null ? IS_THERE : FIRST)) {
            if (letter.aggregateId() == null) {
                statement.setLong(1, letter.id());
            } else {
                statement.setString(1, projection);
                statement.setString(2, letter.aggregateId());
            }
            try (var rows = statement.executeQuery()) {
                return rows.next() && (letter.aggregateId() == null || rows.getLong(1) == letter.id());
            }
        }
    }

    /**
     * Takes out the letters of a parked aggregate whose events are in a state of it that was applied, with audit rows, and
     * unparks the aggregate if none remains.
     *
     * @return how many
     */
    public int cover(String aggregateId, long version) throws SQLException {
        int covered;
        try (var cover = connection.prepareStatement(COVER)) {
            cover.setString(1, projection);
            cover.setString(2, aggregateId);
            cover.setLong(3, version);
            covered = cover.executeUpdate();
        }
        LetterRows.unpark(connection, projection, aggregateId);
        return covered;
    }

    /** Takes a letter out after its event has been applied, and unparks the aggregate behind the last one. */
    public void redriven(DeadLetter letter) throws SQLException {
        LetterRows.remove(connection, letter, "redriven", null);
    }
}
