package dev.antiphon.projector.consumer;

import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.jdbc.Position;
import dev.antiphon.projector.jdbc.Positions;
import dev.antiphon.projector.jdbc.ProjectionVersions;
import dev.antiphon.projector.jdbc.ReadDatabaseUnavailableException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import javax.sql.DataSource;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Seeks partitions to where the read database stands, and writes down where that had to be changed. */
final class Positioning {

    private static final Logger LOG = LoggerFactory.getLogger(Positioning.class);
    static final Duration KAFKA_TIMEOUT = Duration.ofSeconds(5);

    private final ProjectionDefinition projection;
    private final DataSource dataSource;
    private final TopicIds topicIds;
    private final Positions positions;

    Positioning(ProjectionDefinition projection, DataSource dataSource, TopicIds topicIds) {
        this.projection = projection;
        this.dataSource = dataSource;
        this.topicIds = topicIds;
        this.positions = new Positions(projection.key());
    }

    /**
     * Positions partitions, and notes before that this version of the projection is there; one whose position another consumer has moved meanwhile is left for the next time.
     *
     * @throws SQLException if the read database fails
     * @throws org.apache.kafka.common.KafkaException if Kafka does not answer
     */
    void position(Consumer<?, ?> consumer, Collection<PartitionProgress> partitions) throws SQLException {
        var topic = projection.topic();
        try (var connection = ReadDatabaseUnavailableException.connect(dataSource)) {
            ProjectionVersions.note(connection, projection);
            // The positions first: what was applied had been in the log before, so the log's end read later is beyond
            // it.
            var stored = positions.find(
                    connection,
                    topic,
                    partitions.stream().map(PartitionProgress::number).toList());
            var topicId = topicIds.of(topic);
            var names = partitions.stream().map(PartitionProgress::partition).toList();
            var starts = consumer.beginningOffsets(names, KAFKA_TIMEOUT);
            var ends = consumer.endOffsets(names, KAFKA_TIMEOUT);
            for (var progress : partitions) {
                var partition = progress.partition();
                var before = stored.get(progress.number());
                var start = StartingPoint.of(before, topicId, starts.get(partition), ends.get(partition));
                if (start.position().equals(before)
                        || positions.set(connection, topic, progress.number(), before, start.position())) {
                    consumer.seek(partition, start.position().nextOffset());
                    progress.position(start.position());
                    report(partition, before, start);
                }
            }
        }
    }

    private void report(TopicPartition partition, @Nullable Position before, StartingPoint start) {
        var from = start.position().nextOffset();
        var stored = before == null ? 0 : before.nextOffset();
        switch (start.why()) {
            case NEW -> LOG.info("Projection {} begins with {} at offset {}", projection, partition, from);
            case CONTINUED -> LOG.info("Projection {} goes on with {} at offset {}", projection, partition, from);
            case OTHER_TOPIC ->
                LOG.warn(
                        "Projection {} begins again with {} at offset {}: the topic has been made anew since offset {} was"
                                + " read; what was applied before is recognised and skipped",
                        projection,
                        partition,
                        from,
                        stored);
            case BEYOND_END ->
                LOG.warn(
                        "Projection {} begins again with {} at offset {}: its position {} lies beyond the end of the log;"
                                + " what was applied before is recognised and skipped",
                        projection,
                        partition,
                        from,
                        stored);
            case BELOW_START ->
                LOG.warn(
                        "Projection {} goes on with {} at offset {}, over a hole: the records {} to {} were deleted from the"
                                + " topic before they were read; rebuild the projection if they matter",
                        projection,
                        partition,
                        from,
                        stored,
                        from - 1);
        }
    }
}
