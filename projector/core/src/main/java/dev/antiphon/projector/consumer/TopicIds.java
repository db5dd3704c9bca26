package dev.antiphon.projector.consumer;

import java.time.Duration;

/** Asks Kafka for the id of a topic, which changes when the topic is deleted and made anew. */
interface TopicIds extends AutoCloseable {

    /**
     * The id now.
     *
     * @throws org.apache.kafka.common.KafkaException if Kafka does not answer in time or has no such topic
     */
    String of(String topic);

    /** How long the topic keeps its records; negative for ever. Zero if that is not to be found out. */
    default Duration retention(String topic) {
        return Duration.ZERO;
    }

    @Override
    void close();
}
