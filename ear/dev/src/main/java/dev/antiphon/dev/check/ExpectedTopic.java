package dev.antiphon.dev.check;

import dev.antiphon.command.CommandSettings;
import dev.antiphon.dev.runtime.ProjectorWar;
import dev.antiphon.events.TopicName;
import dev.antiphon.events.settings.Settings;
import dev.antiphon.projector.ProjectorSettings;
import dev.antiphon.projector.Strategy;
import dev.antiphon.projector.definition.ProjectionDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * A topic of an application as its declarations and settings want it.
 *
 * @param partitions for a topic that has to be made
 * @param processedEvents how long each of its projections that keeps processed events keeps them, by its key
 * @param isRead whether a projection reads it, so that there can be dead letters
 */
public record ExpectedTopic(TopicName name, int partitions, Map<String, Duration> processedEvents, boolean isRead) {

    /** All topics of the events in a war, by name. */
    public static List<ExpectedTopic> of(ProjectorWar war, Settings settings) {
        var names = new HashMap<String, TopicName>();
        war.topics().forEach(topic -> names.put(topic.value(), topic));
        var projections = war.projections();
        projections.forEach(each -> names.putIfAbsent(each.topic(), TopicName.of(each.topic())));
        var topics = new ArrayList<ExpectedTopic>();
        for (var name : names.values()) {
            var readers = projections.stream()
                    .filter(each -> each.topic().equals(name.value()))
                    .toList();
            topics.add(new ExpectedTopic(
                    name,
                    settings.count(CommandSettings.TOPIC_PARTITIONS),
                    processedEvents(readers, settings),
                    !readers.isEmpty()));
        }
        topics.sort(Comparator.comparing(topic -> topic.name().value()));
        return topics;
    }

    private static Map<String, Duration> processedEvents(List<ProjectionDefinition> readers, Settings settings) {
        var kept = new HashMap<String, Duration>();
        for (var reader : readers) {
            if (reader.strategy() == Strategy.PROCESSED_EVENT) {
                var own = ProjectorSettings.own(ProjectorSettings.PROCESSED_EVENT_RETENTION, settings, reader.key());
                kept.put(reader.key(), settings.duration(own));
            }
        }
        return kept;
    }

    /** The topic to make: with the partitions of the settings, and kept no longer than its processed events are. */
    public NewTopic create() {
        var topic = new NewTopic(name.value(), Optional.of(partitions), Optional.empty());
        return processedEvents.values().stream()
                .min(Comparator.naturalOrder())
                .map(shortest -> topic.configs(Map.of("retention.ms", Long.toString(shortest.toMillis()))))
                .orElse(topic);
    }
}
