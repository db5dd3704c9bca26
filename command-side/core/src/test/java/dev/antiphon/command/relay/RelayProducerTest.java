package dev.antiphon.command.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/** Order on failure: nothing reaches the topic past a record that failed. */
class RelayProducerTest {

    private final MockProducer<String, byte[]> kafka =
            new MockProducer<>(false, null, new StringSerializer(), new ByteArraySerializer());
    private final RelayProducer producer = new RelayProducer(kafka);
    private final Flight flight = new Flight(Instant.now());

    private static OutboxRow row(long id, String aggregate) {
        return new OutboxRow(id, 0, aggregate, "shop.orders.order", "order.placed", "{}", "{}");
    }

    private void send(OutboxRow row) {
        flight.add(row, producer.send(row, Instant.now()));
    }

    private List<Long> acknowledged() throws InterruptedException {
        assertThat(flight.landed(Duration.ofSeconds(1))).isTrue();
        return Flight.acknowledged(List.of(flight)).stream().map(OutboxRow::id).toList();
    }

    @Test
    void whatIsAcknowledgedIsToldInOrder() throws InterruptedException {
        send(row(1, "a"));
        send(row(2, "b"));
        assertThat(flight.landed(Duration.ofMillis(1))).isFalse();
        kafka.completeNext();
        kafka.completeNext();

        assertThat(acknowledged()).containsExactly(1L, 2L);
        assertThat(kafka.history()).extracting(ProducerRecord::key).containsExactly("a", "b");
    }

    /** As when a topic's metadata is missing for a moment: the next send would succeed again. */
    @Test
    void afterASendThatFailsAtOnceNothingMoreIsSent() throws InterruptedException {
        send(row(1, "a"));
        kafka.completeNext();
        send(row(2, "a"));
        kafka.errorNext(new TimeoutException("no metadata"));
        send(row(3, "a"));
        send(row(4, "b"));

        assertThat(acknowledged()).containsExactly(1L);
        assertThat(kafka.history()).hasSize(2);
        assertThat(kafka.closed()).isTrue();
    }

    @Test
    void anAcknowledgedRowIsNotMarkedPastOneOfItsAggregateThatFailed() throws InterruptedException {
        send(row(1, "a"));
        send(row(2, "b"));
        send(row(3, "a"));
        kafka.errorNext(new RecordTooLargeException());
        kafka.completeNext();
        kafka.completeNext();

        assertThat(acknowledged()).containsExactly(2L);
        assertThat(kafka.closed()).isTrue();
    }
}
