package dev.antiphon.command.relay;

import dev.antiphon.events.TopicName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.TopicExistsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates the topics that are absent, each once; what exists is left as it is. */
final class TopicProvisioner {

    private static final Logger LOG = LoggerFactory.getLogger(TopicProvisioner.class);

    private final Map<String, Object> kafka;
    private final int partitions;
    private final Set<String> missing = new HashSet<>();

    TopicProvisioner(Map<String, Object> kafka, Collection<TopicName> topics, int partitions) {
        this.kafka = new HashMap<>(kafka);
        this.kafka.putIfAbsent("default.api.timeout.ms", 10_000);
        this.kafka.putIfAbsent("request.timeout.ms", 5_000);
        this.partitions = partitions;
        topics.forEach(topic -> missing.add(topic.value()));
    }

    /** Asks the broker once; after that it costs nothing. Throws while the broker is away. */
    void ensure() throws ExecutionException, InterruptedException {
        if (missing.isEmpty()) {
            return;
        }
        try (var admin = Admin.create(kafka)) {
            var existing = admin.listTopics().names().get();
            var created = new ArrayList<NewTopic>();
            for (var name : missing) {
                if (!existing.contains(name)) {
                    created.add(new NewTopic(name, Optional.of(partitions), Optional.empty()));
                }
            }
            create(admin, created);
            missing.clear();
        }
    }

    private static void create(Admin admin, List<NewTopic> topics) throws ExecutionException, InterruptedException {
        for (var result : admin.createTopics(topics).values().entrySet()) {
            try {
                result.getValue().get();
                LOG.info("Created topic {}", result.getKey());
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof TopicExistsException)) {
                    throw e;
                }
            }
        }
    }
}
