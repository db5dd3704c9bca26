package dev.antiphon.command.relay;

import dev.antiphon.events.Headers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * One Kafka producer of the relay, which sees to it that no record overtakes an earlier one that failed.
 *
 * <p>It is idempotent, has one request under way, and never lets a batch expire, so while it lives an earlier record is
 * sent again before a later one. When a record fails all the same, at once or later, the producer breaks in that very
 * moment, before the next request: what it still holds is given up, and it takes nothing more. The rows are read anew
 * then, from the lowest that is not acknowledged.
 */
final class RelayProducer implements AutoCloseable {

    private final Producer<String, byte[]> producer;
    private final AtomicReference<@Nullable SendFailure> failure = new AtomicReference<>();

    RelayProducer(Map<String, Object> kafka) {
        this(new KafkaProducer<>(properties(kafka), new StringSerializer(), new ByteArraySerializer()));
    }

    RelayProducer(Producer<String, byte[]> producer) {
        this.producer = producer;
    }

    private static Map<String, Object> properties(Map<String, Object> kafka) {
        var properties = new HashMap<>(kafka);
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        properties.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
        properties.put(ProducerConfig.RETRIES_CONFIG, Integer.MAX_VALUE);
        properties.putIfAbsent(ProducerConfig.MAX_BLOCK_MS_CONFIG, 5_000);
        properties.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, 0);
        properties.putIfAbsent(ProducerConfig.BATCH_SIZE_CONFIG, 128 * 1024);
        return properties;
    }

    /** Hands a record over, unless an earlier one has failed; the future then fails too. */
    Future<RecordMetadata> send(OutboxRow row, Instant publishedAt) {
        var earlier = failure.get();
        if (earlier != null) {
            return CompletableFuture.failedFuture(earlier.cause());
        }
        try {
            return producer.send(record(row, publishedAt), (metadata, exception) -> {
                if (exception != null) {
                    breaks(new SendFailure(row, exception));
                }
            });
        } catch (RuntimeException e) {
            breaks(new SendFailure(row, e));
            return CompletableFuture.failedFuture(e);
        }
    }

    private void breaks(SendFailure first) {
        if (failure.compareAndSet(null, first)) {
            producer.close(Duration.ZERO);
        }
    }

    /** The first failure of this producer, or null while it works. */
    @Nullable SendFailure failure() {
        return failure.get();
    }

    private static ProducerRecord<String, byte[]> record(OutboxRow row, Instant publishedAt) {
        return new ProducerRecord<>(
                row.topic(),
                null,
                row.aggregateId(),
                row.payload().getBytes(StandardCharsets.UTF_8),
                headers(row, publishedAt));
    }

    private static List<Header> headers(OutboxRow row, Instant publishedAt) {
        var headers = new ArrayList<Header>();
        row.readHeaders().forEach((name, value) -> headers.add(header(name, value)));
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
