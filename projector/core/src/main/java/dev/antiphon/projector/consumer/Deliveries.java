package dev.antiphon.projector.consumer;

import dev.antiphon.projector.spi.Delivery;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Makes a {@link Delivery} of what Kafka gives. */
final class Deliveries {

    private Deliveries() {}

    static Delivery of(ConsumerRecord<String, byte[]> consumed) {
        var headers = new HashMap<String, String>();
        for (var header : consumed.headers()) {
            if (header.value() != null) {
                headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8));
            }
        }
        return new Delivery(
                consumed.topic(),
                consumed.partition(),
                consumed.offset(),
                Instant.ofEpochMilli(consumed.timestamp()),
                consumed.key(),
                consumed.value(),
                headers,
                0);
    }
}
