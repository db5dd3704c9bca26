package dev.antiphon.it.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.antiphon.events.TopicName;
import dev.antiphon.it.TestServers;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Events that can never be sent, and topics that take none: what stops, and what goes on. */
class ParkingIT {

    private static final String LONG = "x".repeat(10_000);

    private static TestServers servers;

    private final Stage stage = new Stage(servers);

    @BeforeAll
    static void startServers() {
        servers = TestServers.start();
    }

    @AfterAll
    static void stopServers() {
        servers.close();
    }

    @AfterEach
    void clear() throws SQLException {
        stage.close();
    }

    private interface Work {
        void on(Admin admin) throws ExecutionException, InterruptedException;
    }

    private static void kafka(Work work) throws ExecutionException, InterruptedException {
        try (var admin =
                Admin.create(Map.of("bootstrap.servers", servers.kafka().bootstrapServers()))) {
            work.on(admin);
        }
    }

    private static void create(TopicName topic, String setting, String value)
            throws ExecutionException, InterruptedException {
        kafka(admin -> admin.createTopics(
                        List.of(new NewTopic(topic.value(), 1, (short) 1).configs(Map.of(setting, value))))
                .all()
                .get());
    }

    private static void change(TopicName topic, String setting, String value)
            throws ExecutionException, InterruptedException {
        kafka(admin -> admin.incrementalAlterConfigs(Map.of(
                        new ConfigResource(ConfigResource.Type.TOPIC, topic.value()),
                        Set.of(new AlterConfigOp(new ConfigEntry(setting, value), AlterConfigOp.OpType.SET))))
                .all()
                .get());
    }

    /** Rules E5, E9. */
    @Test
    void anEventThatIsTooLargeParksItsAggregateAloneAndIsRedrivenInOrder() throws Exception {
        create(stage.topic(), "max.message.bytes", "2000");
        var relay = stage.node("n1");
        stage.commit("poisoned", 1, 1);
        stage.commit(stage.topic(), "poisoned", 2, 2, LONG);
        stage.commit("poisoned", 3, 4);
        stage.commit("neighbour", 1, 120);

        relay.wake();
        stage.commit("poisoned", 5, 5);
        stage.commit("neighbour", 121, 122);
        relay.wake();

        assertThat(stage.firstOccurrences())
                .containsOnly(Map.entry("poisoned", List.of(1)), Map.entry("neighbour", Stage.upTo(122)));
        assertThat(stage.unpublished()).isZero();
        assertThat(stage.parked().list(10)).singleElement().satisfies(parked -> {
            assertThat(parked.aggregateId()).isEqualTo("poisoned");
            assertThat(parked.events()).isEqualTo(4);
            assertThat(parked.reason()).startsWith("RecordTooLargeException");
        });
        assertThat(stage.metrics().get("antiphon.outbox.parked").gauge().value())
                .isEqualTo(4);

        change(stage.topic(), "max.message.bytes", "100000");
        assertThat(stage.parked().redrive(stage.topic().value(), "poisoned")).isEqualTo(4);
        stage.commit("poisoned", 6, 6);
        relay.wake();

        assertThat(stage.firstOccurrences().get("poisoned")).isEqualTo(Stage.upTo(6));
        assertThat(stage.query("select action from antiphon.parked_audit where topic = '" + stage.topic() + "'"))
                .containsExactly("redriven");
    }

    /** A redriven row has an old id: reading must not start above it. */
    @Test
    void redrivenEventsAreFoundAlsoByARelayThatIsFarBeyond() throws Exception {
        create(stage.topic(), "max.message.bytes", "2000");
        var relay = stage.node("n1");
        stage.commit(stage.topic(), "poisoned", 1, 1, LONG);
        relay.wake();
        var seen = new int[1];
        await().until(
                        () -> { // the floor rises once a second
                            stage.commit("neighbour", ++seen[0], seen[0]);
                            relay.wake();
                            return seen[0] > 30;
                        });

        change(stage.topic(), "max.message.bytes", "100000");
        stage.parked().redrive(stage.topic().value(), "poisoned");
        relay.wake();

        assertThat(stage.firstOccurrences().get("poisoned")).containsExactly(1);
    }

    @Test
    void anEventThatCannotBeReadIsDiscardedWithAReasonAndTheNextGoOn() throws SQLException {
        var relay = stage.node("n1");
        stage.commit("broken", 1, 3);
        stage.execute("update antiphon.outbox set headers = '{no json' where id ="
                + " (select min(id) from antiphon.outbox where aggregate_id = 'broken')");
        stage.commit("neighbour", 1, 1);
        relay.wake();

        assertThat(stage.firstOccurrences()).containsOnlyKeys("neighbour");
        var parked = stage.parked();
        assertThat(parked.list(10).get(0).reason()).startsWith("UnreadablePayloadException");
        assertThatThrownBy(() -> parked.discard(stage.topic().value(), "broken", " "))
                .hasMessageContaining("Say why");

        assertThat(parked.discard(stage.topic().value(), "broken", "written by hand"))
                .isTrue();
        assertThat(parked.discard(stage.topic().value(), "broken", "again")).isFalse();
        relay.wake();

        assertThat(stage.firstOccurrences().get("broken")).containsExactly(2, 3);
        assertThat(stage.query("select headers || ', ' || reason from antiphon.parked_audit where topic = '"
                        + stage.topic() + "'"))
                .containsExactly("{no json, written by hand");
    }

    /** Here it finds every record too old. */
    @Test
    void aTopicThatRefusesEverythingPausesAndParksNothing() throws Exception {
        create(stage.otherTopic(), "message.timestamp.before.max.ms", "3600000");
        stage.kafka(ProducerConfig.INTERCEPTOR_CLASSES_CONFIG, Yesterday.class.getName());
        var relay = stage.node("n1");
        stage.commit(stage.otherTopic(), "waits", 1, 3, "text");
        stage.commit("flows", 1, 3);

        relay.wake();
        stage.commit("flows", 4, 4);
        relay.wake();

        assertThat(stage.firstOccurrences().get("flows")).containsExactly(1, 2, 3, 4);
        assertThat(stage.parked().list(10)).isEmpty();
        assertThat(stage.unpublished()).isEqualTo(3);

        change(stage.otherTopic(), "message.timestamp.before.max.ms", String.valueOf(Long.MAX_VALUE));
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            relay.wake();
            assertThat(stage.unpublished()).isZero();
        });
        assertThat(stage.firstOccurrences(stage.otherTopic()).get("waits")).containsExactly(1, 2, 3);
    }

    @Test
    void aTopicThatWasDeletedIsMadeAgain() throws Exception {
        var relay = stage.node("n1");
        stage.commit("a", 1, 1);
        relay.wake();
        kafka(admin -> admin.deleteTopics(List.of(stage.topic().value())).all().get());
        await().until(() -> isGone(stage.topic()));

        stage.commit("a", 2, 2);
        await().untilAsserted(() -> {
            relay.wake();
            assertThat(stage.unpublished()).isZero();
        });
        assertThat(stage.firstOccurrences().get("a")).containsExactly(2);
    }

    private static boolean isGone(TopicName topic) throws InterruptedException, ExecutionException {
        try {
            kafka(admin ->
                    admin.describeTopics(List.of(topic.value())).allTopicNames().get());
            return false;
        } catch (ExecutionException e) {
            return e.getCause() instanceof UnknownTopicOrPartitionException;
        }
    }

    /** More partitions move keys, which breaks the order of an aggregate; that is told once. */
    @Test
    void anotherNumberOfPartitionsIsReportedOnce() throws Exception {
        var seen = "select partitions from antiphon.topic_seen where topic = '" + stage.topic() + "'";
        stage.node("n1").wake();
        assertThat(stage.query(seen)).containsExactly("3");
        kafka(admin -> admin.createPartitions(Map.of(stage.topic().value(), NewPartitions.increaseTo(5)))
                .all()
                .get());

        try (var log = CapturedLog.of("dev.antiphon.command.relay.Topics")) {
            stage.node("n2").wake();
            stage.node("n3").wake();
            assertThat(log.messages())
                    .filteredOn(message -> message.contains(stage.topic().value()))
                    .singleElement()
                    .asString()
                    .contains("had 3 partitions and now has 5", "keys have moved");
        }
        assertThat(stage.query(seen)).containsExactly("5");
    }
}
