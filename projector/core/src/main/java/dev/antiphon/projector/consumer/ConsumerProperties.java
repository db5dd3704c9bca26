package dev.antiphon.projector.consumer;

import dev.antiphon.projector.ProjectorOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;

/** The properties of a projection's consumer: what the user gives, and what must not be otherwise. */
final class ConsumerProperties {

    private ConsumerProperties() {}

    static Map<String, Object> of(Map<String, Object> kafka, String group, ProjectorOptions options, int thread) {
        var properties = new HashMap<String, Object>();
        properties.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, 30_000);
        properties.putAll(kafka);
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        properties.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
        properties.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, List.of(CooperativeStickyAssignor.class));
        properties.put(
                ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG,
                Math.toIntExact(options.sessionTimeout().toMillis()));
        properties.put(
                ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG,
                Math.toIntExact(options.sessionTimeout().toMillis() / 3));
        if (options.instanceId() != null) {
            properties.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, options.instanceId() + "-" + thread);
        }
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, options.batchSize());
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        // No MBeans: they would tie the war's class loader to the server.
        properties.put(ConsumerConfig.METRIC_REPORTER_CLASSES_CONFIG, List.of());
        properties.put(ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        return properties;
    }
}
