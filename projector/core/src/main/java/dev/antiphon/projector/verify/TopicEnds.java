package dev.antiphon.projector.verify;

import java.util.Map;

/** Asks Kafka what a topic holds now. */
@FunctionalInterface
public interface TopicEnds extends AutoCloseable {

    /**
     * The offsets of a partition.
     *
     * @param begin of the first record that is still there; the end's where none is
     * @param end behind the last one
     */
    record Range(long begin, long end) {}

    /**
     * Those of all partitions, by their numbers.
     *
     * @throws org.apache.kafka.common.KafkaException if Kafka does not answer in time or has no such topic
     */
    Map<Integer, Range> of(String topic);

    /** Gives up what it asks with. */
    @Override
    default void close() {}
}
