package dev.antiphon.bench.lab;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A consumer of the orders' topic that notes when the first record of each order could be read; it asks for every byte at
 * once ({@code fetch.min.bytes=1}).
 */
public final class Arrivals implements Sightings {

    private final Map<String, Instant> seen = new ConcurrentHashMap<>();
    private final Thread thread;
    private volatile boolean closing;

    /** Starts reading at the end of the topic, once that exists. */
    public Arrivals(String bootstrapServers) throws Exception {
        KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ConsumerConfig.FETCH_MIN_BYTES_CONFIG,
                        1,
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        Poll.until(
                "the topic exists",
                Duration.ofMillis(20),
                () -> !consumer.partitionsFor(Events.ORDERS).isEmpty());
        List<TopicPartition> partitions = consumer.partitionsFor(Events.ORDERS).stream()
                .map(each -> new TopicPartition(Events.ORDERS, each.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToEnd(partitions);
        partitions.forEach(consumer::position); // asks for the end now, not at the first poll
        thread = new Thread(() -> read(consumer), "arrivals");
        thread.setDaemon(true);
        thread.start();
    }

    private void read(KafkaConsumer<byte[], byte[]> consumer) {
        try (consumer) {
            while (!closing) {
                var records = consumer.poll(Duration.ofMillis(100));
                Instant now = Instant.now();
                records.forEach(each -> seen.putIfAbsent(new String(each.key(), StandardCharsets.UTF_8), now));
            }
        }
    }

    @Override
    public Instant of(String orderId) throws Exception {
        Poll.until(
                "the record of order " + orderId + " arrives", Duration.ofMillis(5), () -> seen.containsKey(orderId));
        return seen.get(orderId);
    }

    @Override
    public void close() throws InterruptedException {
        closing = true;
        thread.join();
    }
}
