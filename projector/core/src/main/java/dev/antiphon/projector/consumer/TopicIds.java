package dev.antiphon.projector.consumer;

/** Asks Kafka for the id of a topic, which changes when the topic is deleted and made anew. */
interface TopicIds extends AutoCloseable {

    /**
     * The id now.
     *
     * @throws org.apache.kafka.common.KafkaException if Kafka does not answer in time or has no such topic
     */
    String of(String topic);

    @Override
    void close();
}
