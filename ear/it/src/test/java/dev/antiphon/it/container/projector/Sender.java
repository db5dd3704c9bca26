package dev.antiphon.it.container.projector;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.antiphon.events.EnvelopeFactory;
import dev.antiphon.events.EventJson;
import dev.antiphon.events.Headers;
import dev.antiphon.events.TopicName;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Sends as the relay does, but what, how often and to which partition the test likes. */
final class Sender implements AutoCloseable {

    private static final TopicName TOPIC = TopicName.of("it.container.crate");

    private final EnvelopeFactory envelopes = new EnvelopeFactory("it", Clock.systemUTC(), List.of());
    private final KafkaProducer<String, byte[]> producer;

    Sender(String bootstrapServers) {
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers), new StringSerializer(), new ByteArraySerializer());
    }

    /** A record that is on the topic. */
    record Sent(ProducerRecord<String, byte[]> contents, String eventId, long offset) {}

    Sent send(int partition, long version, String crateId, CrateEvent event) {
        var headers = Headers.write(envelopes.create(TOPIC, event, crateId, version));
        headers.put(Headers.PUBLISHED_AT, Instant.now().toString());
        var contents = new ProducerRecord<>(
                TOPIC.value(), partition, crateId, EventJson.write(event).getBytes(UTF_8));
        headers.forEach((name, value) -> contents.headers().add(name, value.getBytes(UTF_8)));
        return new Sent(contents, headers.get(Headers.EVENT_ID), send(contents));
    }

    void sendAgain(Sent sent) {
        send(sent.contents());
    }

    private long send(ProducerRecord<String, byte[]> contents) {
        try {
            return producer.send(contents).get().offset();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        producer.close();
    }
}
