package dev.antiphon.projector.consumer;

import dev.antiphon.projector.verify.TopicEnds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

/** {@link TopicEnds} by Kafka's admin client. From any thread. */
public final class KafkaTopicEnds implements TopicEnds {

    private static final int TIMEOUT_MS = 10_000;

    private final Admin admin;

    /** @param kafka properties of the client, {@code bootstrap.servers} among them */
    public KafkaTopicEnds(Map<String, Object> kafka) {
        this(Admin.create(bounded(kafka)));
    }

    /** @param admin is closed with this */
    public KafkaTopicEnds(Admin admin) {
        this.admin = admin;
    }

    private static Map<String, Object> bounded(Map<String, Object> kafka) {
        var properties = new HashMap<>(kafka);
        properties.putIfAbsent(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, TIMEOUT_MS / 2);
        properties.putIfAbsent(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, TIMEOUT_MS);
        return properties;
    }

    @Override
    public Map<Integer, Range> of(String topic) {
        try {
            var partitions =
                    admin.describeTopics(List.of(topic)).topicNameValues().get(topic).get().partitions().stream()
                            .map(partition -> new TopicPartition(topic, partition.partition()))
                            .toList();
            var begins = offsets(partitions, OffsetSpec.earliest());
            var ranges = new TreeMap<Integer, Range>();
            offsets(partitions, OffsetSpec.latest())
                    .forEach((partition, end) -> ranges.put(partition, new Range(begins.get(partition), end)));
            return ranges;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private Map<Integer, Long> offsets(List<TopicPartition> partitions, OffsetSpec which)
            throws InterruptedException, ExecutionException {
        var asked = partitions.stream().collect(Collectors.toMap(Function.identity(), partition -> which));
        var offsets = new HashMap<Integer, Long>();
        admin.listOffsets(asked)
                .all()
                .get()
                .forEach((partition, info) -> offsets.put(partition.partition(), info.offset()));
        return offsets;
    }

    @Override
    public void close() {
        admin.close();
    }
}
