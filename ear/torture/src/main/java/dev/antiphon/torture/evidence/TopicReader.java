package dev.antiphon.torture.evidence;

import dev.antiphon.torture.check.Evidence.TopicRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads topics from their beginning, as anybody can. */
final class TopicReader implements AutoCloseable {

    private final KafkaConsumer<byte[], byte[]> consumer;

    TopicReader(String bootstrapServers) {
        consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "enable.auto.commit", false),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    /** Behind the last record of each partition of the topic; empty where there is none. */
    Map<TopicPartition, Long> ends(String topic) {
        return consumer.listTopics().containsKey(topic) ? consumer.endOffsets(partitions(topic)) : Map.of();
    }

    private List<TopicPartition> partitions(String topic) {
        return consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList();
    }

    /** Every record that is on it now, partition by partition, each in order. */
    List<TopicRecord> all(String topic) {
        var ends = ends(topic);
        var records = new HashMap<TopicPartition, List<TopicRecord>>();
        consumer.assign(ends.keySet());
        consumer.seekToBeginning(ends.keySet());
        while (ends.keySet().stream().anyMatch(each -> consumer.position(each) < ends.get(each))) {
            for (var record : consumer.poll(Duration.ofMillis(200))) {
                records.computeIfAbsent(
                                new TopicPartition(record.topic(), record.partition()), each -> new ArrayList<>())
                        .add(read(record));
            }
        }
        return records.values().stream().flatMap(List::stream).toList();
    }

    private static TopicRecord read(ConsumerRecord<byte[], byte[]> record) {
        var version = header(record, "Aggregate-Version");
        return new TopicRecord(
                record.topic(),
                record.partition(),
                record.offset(),
                text(record.key()),
                version.isEmpty() ? 0 : Long.parseLong(version),
                header(record, "Event-Type"),
                text(record.value()));
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        var header = record.headers().lastHeader(name);
        return header == null ? "" : text(header.value());
    }

    private static String text(byte[] bytes) {
        return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        consumer.close();
    }
}
