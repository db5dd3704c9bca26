package dev.antiphon.dev.check;

import dev.antiphon.dev.kafka.Cluster;
import dev.antiphon.dev.kafka.Cluster.TopicState;
import dev.antiphon.events.UnreadableEnvelopeException;
import dev.antiphon.projector.consumer.Deliveries;
import dev.antiphon.projector.letters.DeadLetterTopic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;

/** Whether the topics of an application are as it needs them (rules E1, E2, E5). */
public final class TopicChecks {

    private static final String ABOUT = "topics";
    private static final String CREATE = "Run `antiphon topics create`";

    private final Cluster kafka;

    public TopicChecks(Cluster kafka) {
        this.kafka = kafka;
    }

    /** Looks at the topics, their dead letter topics, and the newest record of each partition. */
    public List<Finding> run(List<ExpectedTopic> expected) {
        var states = kafka.describe(names(expected));
        var findings = new ArrayList<Finding>();
        for (var topic : expected) {
            var name = topic.name().value();
            findings.addAll(Optional.ofNullable(states.get(name))
                    .map(state -> present(topic, state))
                    .orElseGet(() -> List.of(Finding.wrong(
                            ABOUT,
                            name + " does not exist",
                            CREATE + ", or start the command side, which makes it."))));
            if (topic.isRead()) {
                var letters = DeadLetterTopic.nameFor(name);
                findings.add(Optional.ofNullable(states.get(letters))
                        .map(state -> letters(letters, state))
                        .orElseGet(() -> Finding.ok(ABOUT, letters + ": is made with the first dead letter")));
            }
        }
        return findings;
    }

    /** The names of topics and of their dead letter topics. */
    public static List<String> names(List<ExpectedTopic> expected) {
        return expected.stream()
                .flatMap(topic -> topic.isRead()
                        ? Stream.of(
                                topic.name().value(),
                                DeadLetterTopic.nameFor(topic.name().value()))
                        : Stream.of(topic.name().value()))
                .toList();
    }

    private List<Finding> present(ExpectedTopic topic, TopicState state) {
        var findings = new ArrayList<Finding>();
        var name = topic.name().value();
        if (state.partitions() != topic.partitions()) {
            findings.add(Finding.warning(
                    ABOUT,
                    name + " has " + state.partitions() + " partitions, the settings say " + topic.partitions(),
                    "Set antiphon.topic.partitions to " + state.partitions()
                            + ": other partitions would move keys, and with them the order of aggregates."));
        }
        compaction(name, state).ifPresent(findings::add);
        topic.processedEvents()
                .forEach((projection, kept) ->
                        retention(name, state, projection, kept).ifPresent(findings::add));
        var newest = newest(name);
        findings.addAll(keys(topic, newest));
        future(name, newest).ifPresent(findings::add);
        if (findings.isEmpty()) {
            findings.add(Finding.ok(
                    ABOUT,
                    name + ": " + state.partitions() + " partitions, keeps records "
                            + forHowLong(retention(state).orElse(null)) + ", "
                            + (newest.isEmpty() ? "has none yet" : "the newest ones are events with good keys")));
        }
        return findings;
    }

    private static Optional<Finding> compaction(String name, TopicState state) {
        var policy = state.configuration().getOrDefault(TopicConfig.CLEANUP_POLICY_CONFIG, "delete");
        return policy.contains("compact")
                ? Optional.of(Finding.wrong(
                        ABOUT,
                        name + " is compacted (cleanup.policy=" + policy + "), which removes the earlier events of an"
                                + " aggregate",
                        "Set its cleanup.policy to delete."))
                : Optional.empty();
    }

    private static Optional<Finding> retention(String name, TopicState state, String projection, Duration kept) {
        var topic = retention(state);
        return topic.isEmpty() || topic.get().compareTo(kept) > 0
                ? Optional.of(Finding.warning(
                        ABOUT,
                        name + " keeps records " + forHowLong(topic.orElse(null)) + ", but " + projection
                                + " knows processed events for " + text(kept) + " only",
                        "Set antiphon.projector.processed-event-retention." + projection
                                + " no shorter, or shorten retention.ms of the topic."))
                : Optional.empty();
    }

    /** Empty for ever. */
    private static Optional<Duration> retention(TopicState state) {
        return Optional.ofNullable(state.configuration().get(TopicConfig.RETENTION_MS_CONFIG))
                .map(Long::parseLong)
                .filter(millis -> millis >= 0)
                .map(Duration::ofMillis);
    }

    private static String forHowLong(@Nullable Duration retention) {
        return retention == null ? "for ever" : "for " + text(retention);
    }

    /** As settings take it, where it is whole hours. */
    private static String text(Duration duration) {
        return duration.toMillis() % 3_600_000 == 0 ? duration.toHours() + "h" : duration.toMillis() + "ms";
    }

    /** Kafka tells its time to nobody; but no record can be from the future. */
    private static Optional<Finding> future(String name, List<ConsumerRecord<byte[], byte[]>> newest) {
        var now = Instant.now();
        return newest.stream()
                .map(record -> Instant.ofEpochMilli(record.timestamp()))
                .max(Comparator.naturalOrder())
                .filter(time -> time.isAfter(now))
                .map(time -> ClockChecks.compare("who writes " + name, time, now, now))
                .filter(finding -> finding.level() != Finding.Level.OK);
    }

    private static List<Finding> keys(ExpectedTopic topic, List<ConsumerRecord<byte[], byte[]>> newest) {
        var bad = newest.stream()
                .flatMap(record -> problem(topic, record).stream())
                .toList();
        return bad.isEmpty()
                ? List.of()
                : List.of(Finding.wrong(
                        ABOUT,
                        topic.name() + " has records that are no events of this application: " + String.join("; ", bad),
                        "Find out who writes there: only the relay of its command side should (rule E3)."));
    }

    private List<ConsumerRecord<byte[], byte[]>> newest(String topic) {
        var last = new HashMap<TopicPartition, Long>();
        kafka.ranges(topic).forEach((partition, range) -> {
            if (range.end() > range.begin()) {
                last.put(new TopicPartition(topic, partition), range.end() - 1);
            }
        });
        return List.copyOf(kafka.peek(last).values());
    }

    private static Optional<String> problem(ExpectedTopic topic, ConsumerRecord<byte[], byte[]> record) {
        var delivery = Deliveries.of(record);
        if (delivery.key() == null) {
            return Optional.of(delivery + " has no key that could be an aggregate's id");
        }
        if (delivery.isDeletion()) {
            return Optional.empty();
        }
        try {
            var type = delivery.envelope().aggregateType();
            return type.equals(topic.name().entity())
                    ? Optional.empty()
                    : Optional.of(delivery + " is of aggregate type " + type);
        } catch (UnreadableEnvelopeException e) {
            return Optional.of(delivery + ": " + e.getMessage());
        }
    }

    private static Finding letters(String name, TopicState state) {
        var kept = retention(state);
        if (kept.isPresent() && kept.get().compareTo(DeadLetterTopic.RETENTION) < 0) {
            return Finding.warning(
                    ABOUT,
                    name + " keeps dead letters for " + text(kept.get()) + ", not for "
                            + text(DeadLetterTopic.RETENTION),
                    "Set its retention.ms to " + DeadLetterTopic.RETENTION.toMillis() + ".");
        }
        return compaction(name, state)
                .orElseGet(() -> Finding.ok(ABOUT, name + ": keeps dead letters " + forHowLong(kept.orElse(null))));
    }
}
