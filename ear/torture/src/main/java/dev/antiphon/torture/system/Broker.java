package dev.antiphon.torture.system;

import dev.antiphon.dev.kafka.KafkaProcess;

/**
 * A Kafka broker; nodes reach it through a link only, the other broker does not.
 *
 * @param id its number in the cluster
 */
public record Broker(int id, KafkaProcess process, Link link) implements AutoCloseable {

    public String name() {
        return process.name();
    }

    /** Its address for whoever looks at it from outside. */
    String address() {
        return process.address();
    }

    @Override
    public void close() {
        link.close();
        process.close();
    }

    @Override
    public String toString() {
        return name();
    }
}
