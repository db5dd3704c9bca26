package dev.antiphon.command.relay;

import dev.antiphon.events.TopicName;
import dev.antiphon.events.jdbc.LocalTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
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
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the topics that are absent, and reports one whose number of partitions has changed, for its keys have moved:
 * events of one aggregate from before and after the change stand in different partitions. What exists is left as it is.
 */
final class Topics {

    private static final Logger LOG = LoggerFactory.getLogger(Topics.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofMinutes(5);

    private static final String SEEN = "select topic, partitions from antiphon.topic_seen";
    private static final String SEE = """
            insert into antiphon.topic_seen (topic, partitions) values (?, ?)
            on conflict (topic) do update set partitions = excluded.partitions
             where topic_seen.partitions <> excluded.partitions
            """;

    private final Map<String, Object> kafka;
    private final int partitions;
    private final LocalTransactions database;
    private final TopicPauses pauses;
    private final Set<String> names = new HashSet<>();
    private final Set<String> refused = new HashSet<>();
    private boolean due = true;
    private long lookedAt;

    Topics(
            Map<String, Object> kafka,
            Collection<TopicName> topics,
            int partitions,
            LocalTransactions database,
            TopicPauses pauses) {
        this.kafka = new HashMap<>(kafka);
        this.kafka.putIfAbsent("default.api.timeout.ms", 10_000);
        this.kafka.putIfAbsent("request.timeout.ms", 5_000);
        this.partitions = partitions;
        this.database = database;
        this.pauses = pauses;
        topics.forEach(topic -> names.add(topic.value()));
    }

    /** A send to this topic failed, perhaps because it was deleted: {@link #ensure} looks again. */
    void suspect(String topic) {
        names.add(topic);
        due = true;
    }

    /** Looks at the topics when that is due; throws while the broker is away. */
    void ensure() throws ExecutionException, InterruptedException, SQLException {
        if (!due && System.nanoTime() - lookedAt < BETWEEN_LOOKS.toNanos()) {
            return;
        }
        refused.clear();
        try (var admin = Admin.create(kafka)) {
            var found = describe(admin);
            create(admin, found);
            report(found);
        }
        due = !refused.isEmpty();
        lookedAt = System.nanoTime();
    }

    private Map<String, Integer> describe(Admin admin) throws ExecutionException, InterruptedException {
        var found = new HashMap<String, Integer>();
        for (var topic : admin.describeTopics(names).topicNameValues().entrySet()) {
            try {
                found.put(topic.getKey(), topic.getValue().get().partitions().size());
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    pause(topic.getKey(), e);
                }
            }
        }
        return found;
    }

    private void create(Admin admin, Map<String, Integer> found) throws ExecutionException, InterruptedException {
        var absent = new ArrayList<NewTopic>();
        for (var name : names) {
            if (!found.containsKey(name) && !refused.contains(name)) {
                absent.add(new NewTopic(name, Optional.of(partitions), Optional.empty()));
            }
        }
        for (Map.Entry<String, KafkaFuture<Void>> topic :
                admin.createTopics(absent).values().entrySet()) {
            try {
                topic.getValue().get();
                found.put(topic.getKey(), partitions);
                LOG.info("Created topic {} with {} partitions", topic.getKey(), partitions);
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof TopicExistsException)) {
                    pause(topic.getKey(), e);
                }
            }
        }
    }

    /** A failure that concerns this topic alone stops it alone; any other goes on to the caller. */
    private void pause(String topic, ExecutionException failure) throws ExecutionException {
        var cause = failure.getCause();
        if (cause == null || SendFailure.scopeOf(cause) == SendFailure.Scope.BROKER) {
            throw failure;
        }
        refused.add(topic);
        pauses.pause(topic, cause);
    }

    private void report(Map<String, Integer> found) throws SQLException {
        for (var line : database.inNew(connection -> compare(connection, found))) {
            LOG.error("{}", line);
        }
    }

    private static List<String> compare(Connection connection, Map<String, Integer> found) throws SQLException {
        var before = new HashMap<String, Integer>();
        try (var seen = connection.prepareStatement(SEEN);
                var rows = seen.executeQuery()) {
            while (rows.next()) {
                before.put(rows.getString(1), rows.getInt(2));
            }
        }
        var report = new ArrayList<String>();
        try (var see = connection.prepareStatement(SEE)) {
            for (var topic : found.entrySet()) {
                see.setString(1, topic.getKey());
                see.setInt(2, topic.getValue());
                var earlier = before.get(topic.getKey());
                if (see.executeUpdate() == 1 && earlier != null) {
                    report.add("Topic " + topic.getKey() + " had " + earlier + " partitions and now has "
                            + topic.getValue() + ". Its keys have moved: an aggregate's earlier and later events are in"
                            + " different partitions, where consumers may apply them out of order. Let consumers catch"
                            + " up before such a change, or open a new topic.");
                }
            }
        }
        return report;
    }
}
