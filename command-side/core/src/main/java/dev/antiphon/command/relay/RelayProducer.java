package dev.antiphon.command.relay;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.antiphon.events.EventJson;
import dev.antiphon.events.Headers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * One Kafka producer of the relay. It is idempotent and never lets a batch expire: while it lives, a later record of an
 * aggregate cannot overtake an earlier one. Who does not know how a send ended closes it and reads the rows anew.
 */
final class RelayProducer implements AutoCloseable {

    private final KafkaProducer<String, byte[]> producer;

    RelayProducer(Map<String, Object> kafka) {
        var properties = new HashMap<>(kafka);
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
        properties.put(ProducerConfig.RETRIES_CONFIG, Integer.MAX_VALUE);
        properties.putIfAbsent(ProducerConfig.MAX_BLOCK_MS_CONFIG, 5_000);
        properties.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, 0);
        properties.putIfAbsent(ProducerConfig.BATCH_SIZE_CONFIG, 128 * 1024);
        this.producer = new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer());
    }

    Future<RecordMetadata> send(OutboxRow row, Instant publishedAt) {
        return producer.send(new ProducerRecord<>(
                row.topic(),
                null,
                row.aggregateId(),
                row.payload().getBytes(StandardCharsets.UTF_8),
                headers(row.headers(), publishedAt)));
    }

    private static List<Header> headers(String json, Instant publishedAt) {
        var headers = new ArrayList<Header>();
        EventJson.read(json.getBytes(StandardCharsets.UTF_8), new TypeReference<Map<String, String>>() {})
                .forEach((name, value) -> headers.add(header(name, value)));
        headers.add(header(Headers.PUBLISHED_AT, publishedAt.toString()));
        return headers;
    }

    private static Header header(String name, String value) {
        return new RecordHeader(name, value.getBytes(StandardCharsets.UTF_8));
    }

    /** Gives up what is not acknowledged yet; its outcome stays unknown. */
    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }
}
