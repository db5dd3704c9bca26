package dev.antiphon.projector.consumer;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** {@link TopicIds} by Kafka's admin client, opened when first asked. Used by one thread. */
final class AdminTopicIds implements TopicIds {

    private static final int TIMEOUT_MS = 3000;

    private final Map<String, Object> properties;
    private @Nullable Admin admin;

    AdminTopicIds(Map<String, Object> kafka) {
        properties = new HashMap<>(kafka);
        properties.put(AdminClientConfig.METRIC_REPORTER_CLASSES_CONFIG, List.of());
        properties.put(AdminClientConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, TIMEOUT_MS);
        properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, TIMEOUT_MS);
    }

    @Override
    public String of(String topic) {
        var description =
                admin().describeTopics(List.of(topic)).topicNameValues().get(topic);
        return answer(description).topicId().toString();
    }

    @Override
    public Duration retention(String topic) {
        var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        var settings =
                answer(admin().describeConfigs(List.of(resource)).values().get(resource));
        return Duration.ofMillis(
                Long.parseLong(settings.get(TopicConfig.RETENTION_MS_CONFIG).value()));
    }

    private Admin admin() {
        if (admin == null) {
            admin = Admin.create(properties);
        }
        return admin;
    }

    private static <T> T answer(KafkaFuture<T> future) {
        try {
            return future.get(TIMEOUT_MS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(e.getCause());
        } catch (java.util.concurrent.TimeoutException e) {
            throw new TimeoutException("Kafka does not answer within " + TIMEOUT_MS + " ms", e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    @Override
    public void close() {
        if (admin != null) {
            admin.close(Duration.ofSeconds(1));
        }
    }
}
