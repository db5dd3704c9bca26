package dev.antiphon.projector.consumer;

import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.RecordHeader;
import java.time.Instant;
import java.util.ArrayList;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Makes a {@link Delivery} of what Kafka gives. */
public final class Deliveries {

    private Deliveries() {}

    public static Delivery of(ConsumerRecord<byte[], byte[]> consumed) {
        var given = consumed.headers().toArray();
        var headers = new ArrayList<RecordHeader>(given.length);
        for (var header : given) {
            headers.add(new RecordHeader(header.key(), header.value()));
        }
        return new Delivery(
                consumed.topic(),
                consumed.partition(),
                consumed.offset(),
                Instant.ofEpochMilli(consumed.timestamp()),
                consumed.key(),
                consumed.value(),
                headers);
    }
}
