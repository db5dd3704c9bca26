package dev.antiphon.projector.consumer;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The partitions that a consumer has now. Called by Kafka inside {@code poll}, so never in the middle of a transaction;
 * it does not touch the read database.
 */
final class Partitions implements ConsumerRebalanceListener {

    private static final Logger LOG = LoggerFactory.getLogger(Partitions.class);

    private final String projection;
    private final Consumer<?, ?> consumer;
    private final Map<TopicPartition, PartitionProgress> assigned =
            new TreeMap<>(Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition));
    private boolean joined;

    Partitions(String projection, Consumer<?, ?> consumer) {
        this.projection = projection;
        this.consumer = consumer;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        joined = true;
        // Paused until the read database has said where to go on; the seek keeps Kafka from asking for the group's
        // offset.
        consumer.pause(partitions);
        for (var partition : partitions) {
            consumer.seek(partition, 0);
            assigned.put(partition, new PartitionProgress(partition));
        }
        if (!partitions.isEmpty()) {
            LOG.info("Projection {} takes over {}", projection, partitions);
        }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        commitOffsets(partitions);
        assigned.keySet().removeAll(partitions);
        if (!partitions.isEmpty()) {
            LOG.info("Projection {} hands over {}", projection, partitions);
        }
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        assigned.keySet().removeAll(partitions);
        if (!partitions.isEmpty()) {
            LOG.warn("Projection {} has lost {}: it had left its group unwillingly", projection, partitions);
        }
    }

    /** Whether the group has given this consumer its part, be it none. */
    boolean isJoined() {
        return joined;
    }

    Collection<PartitionProgress> all() {
        return assigned.values();
    }

    List<PartitionProgress> where(Predicate<PartitionProgress> condition) {
        return assigned.values().stream().filter(condition).toList();
    }

    void add(ConsumerRecords<byte[], byte[]> records) {
        for (var partition : records.partitions()) {
            var progress = assigned.get(partition);
            if (progress != null && progress.isPositioned()) {
                records.records(partition).forEach(consumed -> progress.add(Deliveries.of(consumed)));
            }
        }
    }

    /**
     * Lets Kafka fetch for the partitions that have nothing left to apply, and for no other.
     *
     * @param none for none at all
     */
    void regulate(boolean none) {
        var paused = consumer.paused();
        for (var progress : assigned.values()) {
            var wait = none || !progress.isPositioned() || progress.hasPending();
            if (wait && !paused.contains(progress.partition())) {
                consumer.pause(List.of(progress.partition()));
            } else if (!wait && paused.contains(progress.partition())) {
                consumer.resume(List.of(progress.partition()));
            }
        }
    }

    /** What the read database has committed, as offsets of the group; never more. */
    Map<TopicPartition, OffsetAndMetadata> offsets(Collection<TopicPartition> partitions) {
        var offsets = new HashMap<TopicPartition, OffsetAndMetadata>();
        for (var partition : partitions) {
            var progress = assigned.get(partition);
            var position = progress == null ? null : progress.position();
            if (position != null) {
                offsets.put(partition, new OffsetAndMetadata(position.nextOffset()));
            }
        }
        return offsets;
    }

    /** Tells Kafka, on handing over; a failure costs nothing, since the read database knows better. */
    void commitOffsets(Collection<TopicPartition> partitions) {
        var offsets = offsets(partitions);
        if (offsets.isEmpty()) {
            return;
        }
        try {
            commitSync(offsets);
        } catch (KafkaException e) {
            LOG.debug("Projection {} could not tell Kafka its offsets", projection, e);
        }
    }

    private void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
        try {
            consumer.commitSync(offsets, ConsumerThread.KAFKA_GOODBYE);
        } catch (WakeupException e) {
            // Somebody wants this projector to stop, which it does after this.
            consumer.commitSync(offsets, ConsumerThread.KAFKA_GOODBYE);
        }
    }
}
