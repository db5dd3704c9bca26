package dev.antiphon.dev.kafka;

import dev.antiphon.dev.process.StartFailure;
import dev.antiphon.projector.consumer.KafkaTopicEnds;
import dev.antiphon.projector.verify.TopicEnds;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A Kafka cluster as an operator looks at it: belongs to no consumer group, and commits nothing. Every method ends within
 * some ten seconds and throws {@link StartFailure} when the cluster does not answer or refuses.
 */
public final class Cluster implements AutoCloseable {

    public static final String BOOTSTRAP_SERVERS = AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG;

    private static final int LIMIT_MILLIS = 10_000;
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final long PEEK_NANOS = 5_000_000_000L;

    private final Map<String, Object> clients;
    private final Admin admin;
    private final KafkaTopicEnds ends;

    /** @param clients properties for Kafka's clients, {@link #BOOTSTRAP_SERVERS} at least */
    public Cluster(Map<String, Object> clients) {
        this.clients = new HashMap<>(clients);
        this.clients.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, LIMIT_MILLIS / 2);
        this.clients.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, LIMIT_MILLIS);
        this.clients.put(AdminClientConfig.METRIC_REPORTER_CLASSES_CONFIG, List.of());
        this.clients.put(AdminClientConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        try {
            admin = Admin.create(this.clients);
            ends = new KafkaTopicEnds(admin);
        } catch (KafkaException e) {
            throw failure(e);
        }
    }

    /** Ends well if it answers, to this login. */
    public void check() {
        answer(admin.describeCluster().clusterId());
    }

    /**
     * A topic as it is.
     *
     * @param configuration its values, the broker's defaults among them
     */
    public record TopicState(int partitions, Map<String, String> configuration) {}

    /** The ids of those topics that exist; a topic that is made anew has another. */
    public Map<String, String> topicIds(Collection<String> names) {
        var ids = new HashMap<String, String>();
        existing(names).forEach((name, topic) -> ids.put(name, topic.topicId().toString()));
        return ids;
    }

    /** The state of those topics that exist. */
    public Map<String, TopicState> describe(Collection<String> names) {
        var states = new HashMap<String, TopicState>();
        existing(names)
                .forEach((name, topic) ->
                        states.put(name, new TopicState(topic.partitions().size(), configuration(name))));
        return states;
    }

    private Map<String, TopicDescription> existing(Collection<String> names) {
        var found = new HashMap<String, TopicDescription>();
        for (var topic : admin.describeTopics(names).topicNameValues().entrySet()) {
            try {
                found.put(topic.getKey(), topic.getValue().get(LIMIT_MILLIS, TimeUnit.MILLISECONDS));
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw failure(e);
                }
            } catch (InterruptedException | TimeoutException e) {
                throw failure(e);
            }
        }
        return found;
    }

    private Map<String, String> configuration(String topic) {
        var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        var values = new HashMap<String, String>();
        answer(admin.describeConfigs(List.of(resource)).values().get(resource))
                .entries()
                .forEach(entry -> values.put(entry.name(), entry.value()));
        return values;
    }

    /** What each partition of a topic holds, by its number. */
    public Map<Integer, TopicEnds.Range> ranges(String topic) {
        try {
            return ends.of(topic);
        } catch (KafkaException e) {
            throw failure(e);
        }
    }

    /** The first record of each partition at or behind an offset; absent where none comes soon. */
    public Map<TopicPartition, ConsumerRecord<byte[], byte[]>> peek(Map<TopicPartition, Long> offsets) {
        var found = new HashMap<TopicPartition, ConsumerRecord<byte[], byte[]>>();
        if (offsets.isEmpty()) {
            return found;
        }
        var properties = new HashMap<>(clients);
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        properties.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 1); // one batch comes all the same
        try (var consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(offsets.keySet());
            offsets.forEach(consumer::seek);
            var missing = new HashSet<>(offsets.keySet());
            var until = System.nanoTime() + PEEK_NANOS;
            while (!missing.isEmpty() && System.nanoTime() < until) {
                for (var record : consumer.poll(LOOK)) {
                    var partition = new TopicPartition(record.topic(), record.partition());
                    if (missing.remove(partition)) {
                        found.put(partition, record);
                        consumer.pause(List.of(partition));
                    }
                }
            }
            return found;
        } catch (KafkaException e) {
            throw failure(e);
        }
    }

    /** Makes a topic, and returns when it is seen: brokers hear of it a moment later. */
    public void create(NewTopic topic) {
        answer(admin.createTopics(List.of(topic)).all());
        var until = System.nanoTime() + LIMIT_MILLIS * 1_000_000L;
        try {
            while (existing(List.of(topic.name())).isEmpty() && System.nanoTime() < until) {
                TimeUnit.MILLISECONDS.sleep(50);
            }
        } catch (InterruptedException e) {
            throw failure(e);
        }
    }

    private <T> T answer(KafkaFuture<T> future) {
        try {
            return future.get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | InterruptedException | TimeoutException e) {
            throw failure(e);
        }
    }

    private StartFailure failure(Exception e) {
        if (e instanceof InterruptedException || e instanceof InterruptException) {
            Thread.currentThread().interrupt();
            return new StartFailure("Interrupted while asking Kafka", e);
        }
        return new StartFailure(
                "Kafka at " + clients.get(BOOTSTRAP_SERVERS) + " (ANTIPHON_KAFKA_BOOTSTRAP_SERVERS) cannot be used: "
                        + StartFailure.reason(e),
                e);
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
    }
}
