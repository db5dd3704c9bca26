package dev.antiphon.dev.kafka;

import dev.antiphon.dev.process.StartFailure;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;

/** A cluster that somebody else runs. */
public final class OutsideKafka {

    private static final int LIMIT_MILLIS = 10_000;

    private OutsideKafka() {}

    /** @throws StartFailure when nobody answers within ten seconds */
    public static void check(String bootstrapServers) {
        try (Admin admin = admin(bootstrapServers)) {
            admin.describeCluster().clusterId().get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            throw new StartFailure(
                    "Kafka does not answer at " + bootstrapServers + " (ANTIPHON_KAFKA_BOOTSTRAP_SERVERS): "
                            + StartFailure.reason(e),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartFailure("Interrupted while asking Kafka", e);
        }
    }

    private static Admin admin(String bootstrapServers) {
        return Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, LIMIT_MILLIS / 2,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, LIMIT_MILLIS));
    }
}
