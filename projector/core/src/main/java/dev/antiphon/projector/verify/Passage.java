package dev.antiphon.projector.verify;

import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.operation.PartitionPosition;
import dev.antiphon.projector.operation.Projections;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.common.KafkaException;

/**
 * Waits until everything that has happened to some aggregates by now has gone through the pipeline: out of the outbox, and
 * past the position of a projection. What is then still unknown to it will never come.
 */
final class Passage {

    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(50);

    /** Events that wait behind a parked one are not under way. */
    private static final String UNSENT = """
            select count(*) from antiphon.unsent_event where topic = ? and aggregate_id = any(?) and id <= ?""";

    private static final String LAST = "select coalesce(max(id), 0) from antiphon.unsent_event where topic = ?";

    private final ProjectionDefinition projection;
    private final Connection write;
    private final Connection read;
    private final TopicEnds ends;
    private final Duration patience;
    private final BooleanSupplier goOn;

    Passage(
            ProjectionDefinition projection,
            Connection write,
            Connection read,
            TopicEnds ends,
            Duration patience,
            BooleanSupplier goOn) {
        this.projection = projection;
        this.write = write;
        this.read = read;
        this.ends = ends;
        this.patience = patience;
        this.goOn = goOn;
    }

    /**
     * Waits.
     *
     * @return why it was given up, at once if it is to stop; empty when everything has passed
     * @throws SQLException if a database fails
     */
    String await(Collection<String> aggregateIds) throws SQLException {
        var until = System.nanoTime() + patience.toNanos();
        var last = last();
        while (unsent(aggregateIds, last) > 0) {
            if (!pause(until)) {
                return "the outbox still holds events of them";
            }
        }
        Map<Integer, TopicEnds.Range> ranges;
        try {
            ranges = ends.of(projection.topic());
        } catch (KafkaException e) {
            return "Kafka does not tell where topic " + projection.topic() + " ends: " + e.getMessage();
        }
        while (!reached(ranges)) {
            if (!pause(until)) {
                return "the projection has not come to the end of topic " + projection.topic()
                        + ": does a projector run, is it paused, how far is it behind?";
            }
        }
        return "";
    }

    private long last() throws SQLException {
        try (var statement = write.prepareStatement(LAST)) {
            statement.setString(1, projection.topic());
            try (var rows = statement.executeQuery()) {
                rows.next();
                return rows.getLong(1);
            }
        }
    }

    private long unsent(Collection<String> aggregateIds, long last) throws SQLException {
        try (var statement = write.prepareStatement(UNSENT)) {
            statement.setString(1, projection.topic());
            statement.setArray(2, write.createArrayOf("text", aggregateIds.toArray()));
            statement.setLong(3, last);
            try (var rows = statement.executeQuery()) {
                rows.next();
                return rows.getLong(1);
            }
        }
    }

    private boolean reached(Map<Integer, TopicEnds.Range> ranges) throws SQLException {
        var positions = Projections.positions(read).stream()
                .filter(each -> each.projection().equals(projection.key())
                        && each.topic().equals(projection.topic()))
                .collect(Collectors.toMap(PartitionPosition::partition, PartitionPosition::nextOffset));
        return ranges.entrySet().stream().allMatch(each -> {
            var range = each.getValue();
            return range.begin() == range.end() || positions.getOrDefault(each.getKey(), 0L) >= range.end();
        });
    }

    private boolean pause(long until) {
        if (!goOn.getAsBoolean()
                || System.nanoTime() > until
                || Thread.currentThread().isInterrupted()) {
            return false;
        }
        try {
            TimeUnit.NANOSECONDS.sleep(LOOK);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
