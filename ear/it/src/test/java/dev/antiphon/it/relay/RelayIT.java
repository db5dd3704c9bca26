package dev.antiphon.it.relay;

import static dev.antiphon.it.Topics.header;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.antiphon.command.outbox.JdbcOutbox;
import dev.antiphon.command.outbox.OutboxEvent;
import dev.antiphon.command.relay.Relay;
import dev.antiphon.command.relay.RelayLoop;
import dev.antiphon.command.relay.RelaySettings;
import dev.antiphon.command.spi.FaultPoint;
import dev.antiphon.command.spi.Transactions;
import dev.antiphon.events.Backoff;
import dev.antiphon.events.EnvelopeFactory;
import dev.antiphon.events.EventType;
import dev.antiphon.events.Headers;
import dev.antiphon.events.TopicName;
import dev.antiphon.it.TestServers;
import dev.antiphon.it.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The relay against a real database and a real broker, with faults at named points. */
class RelayIT {

    @EventType("sample.counted")
    record Counted(int number, String text) {}

    private static TestServers servers;
    private static int tests;

    private final TopicName topic = TopicName.of("it.relay" + ++tests + ".sample");
    private final List<Relay> relays = new ArrayList<>();

    @BeforeAll
    static void startServers() {
        servers = TestServers.start();
    }

    @AfterAll
    static void stopServers() {
        servers.close();
    }

    @AfterEach
    void closeRelays() throws SQLException {
        relays.forEach(Relay::close);
        execute("delete from antiphon.outbox");
        execute("delete from antiphon.relay_node");
        execute("update antiphon.lane set owner = null, leased_until = 'epoch'");
    }

    private RelayLoop node(String name, Duration lease, FaultPoint.Action faults) {
        var relay = new Relay(
                servers.writeDatabase(),
                Map.of("bootstrap.servers", servers.kafka().bootstrapServers(), "max.block.ms", 1_000),
                List.of(topic),
                new RelaySettings(
                        name,
                        50,
                        lease,
                        Duration.ofHours(1),
                        3,
                        new Backoff(Duration.ofMillis(1), Duration.ofMillis(50))),
                Clock.systemUTC(),
                new SimpleMeterRegistry(),
                faults);
        relays.add(relay);
        return new RelayLoop(relay, Runnable::run);
    }

    private RelayLoop node(String name) {
        return node(name, Duration.ofSeconds(30), FaultPoint.Action.NONE);
    }

    /** Appends events the way a command does, in one transaction on the given connection. */
    private void append(Connection connection, String aggregate, int from, int to) {
        var events = new ArrayList<OutboxEvent>();
        var envelopes = new EnvelopeFactory("relay-it", Clock.systemUTC(), List.of());
        for (var version = from; version <= to; version++) {
            var event = new Counted(version, "Ünï 😀 \" \\ \n line");
            events.add(new OutboxEvent(topic, envelopes.create(topic, event, aggregate, version), event));
        }
        new JdbcOutbox(only(connection), new ActiveTransaction(), () -> {}).append(events);
    }

    private void commit(String aggregate, int from, int to) throws SQLException {
        try (var connection = servers.writeDatabase().getConnection()) {
            connection.setAutoCommit(false);
            append(connection, aggregate, from, to);
            connection.commit();
        }
    }

    private static void execute(String sql) throws SQLException {
        try (var connection = servers.writeDatabase().getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> query(String sql) {
        try (var connection = servers.writeDatabase().getConnection();
                var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            var rows = new ArrayList<String>();
            while (result.next()) {
                rows.add(result.getString(1));
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int unpublished() {
        return Integer.parseInt(query("select count(*) from antiphon.outbox where published_at is null")
                .get(0));
    }

    private List<ConsumerRecord<String, byte[]>> onTopic() {
        return Topics.read(servers.kafka().bootstrapServers(), topic.value());
    }

    /** For each aggregate the versions in the order in which they first stand on the topic. */
    private Map<String, List<Integer>> firstOccurrences() {
        var versions = new LinkedHashMap<String, List<Integer>>();
        for (var record : onTopic()) {
            var seen = versions.computeIfAbsent(record.key(), key -> new ArrayList<>());
            var version = Integer.parseInt(header(record, Headers.AGGREGATE_VERSION));
            if (!seen.contains(version)) {
                seen.add(version);
            }
        }
        return versions;
    }

    /** Rules E1, E2, E9. */
    @Test
    void sendsEachAggregateInOrderWithAllHeadersAndTheTextByteForByte() throws SQLException {
        commit("a", 1, 120);
        commit("b", 1, 3);

        node("n1").wake();

        assertThat(unpublished()).isZero();
        assertThat(firstOccurrences().get("a")).isSorted().hasSize(120);
        assertThat(firstOccurrences().get("b")).containsExactly(1, 2, 3);
        for (var record : onTopic()) {
            var headers = new HashMap<String, String>();
            record.headers().forEach(each -> headers.put(each.key(), new String(each.value())));
            var envelope = Headers.read(record.key(), headers);
            assertThat(envelope.publishedAt()).isAfterOrEqualTo(envelope.occurredAt());
            assertThat(envelope.sourceService()).isEqualTo("relay-it");
            assertThat(new String(record.value(), UTF_8))
                    .isEqualTo(
                            "{\"number\":" + envelope.aggregateVersion() + ",\"text\":\"Ünï 😀 \\\" \\\\ \\n line\"}");
        }
    }

    /** Rule S1: an id that commits late is not missed, since nothing asks for "the ids after the last one". */
    @Test
    void anIdThatCommitsLateIsNotMissed() throws SQLException {
        var relay = node("n1");
        try (var late = servers.writeDatabase().getConnection()) {
            late.setAutoCommit(false);
            append(late, "late", 1, 1);
            commit("early", 1, 1);
            relay.wake();
            assertThat(firstOccurrences()).containsOnlyKeys("early");

            late.commit();
        }
        relay.wake();
        assertThat(firstOccurrences()).containsOnlyKeys("early", "late");
    }

    @Test
    void whatWasAcknowledgedButNotMarkedIsSentAgainByTheNodeThatTakesOver() throws SQLException {
        commit("a", 1, 10);
        node("dies", Duration.ofMillis(300), point -> {
                    if (point == FaultPoint.AFTER_ACK_BEFORE_MARK) {
                        throw new IllegalStateException("killed here");
                    }
                })
                .wake();
        assertThat(onTopic()).hasSize(10);
        assertThat(unpublished()).isEqualTo(10);

        var successor = node("successor", Duration.ofMillis(300), FaultPoint.Action.NONE);
        await().untilAsserted(() -> {
            successor.wake();
            assertThat(unpublished()).isZero();
        });

        assertThat(onTopic()).hasSize(20);
        assertThat(firstOccurrences().get("a")).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        assertThat(onTopic().stream()
                        .map(each -> header(each, Headers.EVENT_ID))
                        .collect(Collectors.toSet()))
                .as("a repeated event keeps its id")
                .hasSize(10);
    }

    /** The fence: an owner that was replaced while it was frozen can mark nothing. */
    @Test
    void aFencedOwnerMarksNothing() throws SQLException {
        commit("a", 1, 5);
        var successor = new AtomicReference<RelayLoop>();
        var fenced = node("fenced", Duration.ofSeconds(30), point -> {
            if (point == FaultPoint.AFTER_ACK_BEFORE_MARK && successor.get() == null) {
                freeze("fenced");
                successor.set(node("successor", Duration.ofSeconds(30), where -> {
                    if (where == FaultPoint.BEFORE_SEND) {
                        throw new IllegalStateException("has the lanes, sends nothing yet");
                    }
                }));
                successor.get().wake();
            }
        });

        fenced.wake();

        assertThat(query("select distinct owner from antiphon.lane")).containsExactly("successor");
        assertThat(unpublished()).isEqualTo(5);
    }

    /** What a freeze past the lease looks like to the database. */
    private static void freeze(String node) {
        try {
            execute("update antiphon.lane set leased_until = 'epoch' where owner = '" + node + "'");
            execute("delete from antiphon.relay_node where node = '" + node + "'");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void nodesShareTheLanesAndGetThemBack() {
        var lease = Duration.ofMillis(300);
        var first = node("n1", lease, FaultPoint.Action.NONE);
        first.wake();
        assertThat(owners()).containsExactly("n1 16");

        var second = node("n2", lease, FaultPoint.Action.NONE);
        await().untilAsserted(() -> {
            first.wake();
            second.wake();
            assertThat(owners()).containsExactlyInAnyOrder("n1 8", "n2 8");
        });

        second.stop(Duration.ofSeconds(1));
        await().untilAsserted(() -> {
            first.wake();
            assertThat(owners()).containsExactly("n1 16");
        });
    }

    private static List<String> owners() {
        return query("select owner || ' ' || count(*) from antiphon.lane where leased_until > now() group by owner");
    }

    /** Rule S1: a broker that is away loses nothing, and the relay drains by itself when it is back. */
    @Test
    void whileTheBrokerIsAwayEventsWait() throws SQLException {
        var relay = node("n1");
        commit("a", 1, 2);
        relay.wake();
        servers.kafka().stop();
        try {
            commit("a", 3, 4);
            var stuck = new AtomicBoolean();
            var thread = new Thread(() -> {
                relay.wake();
                stuck.set(true);
            });
            thread.start();
            assertThat(unpublished()).isEqualTo(2);
            servers.kafka().start();
            await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                relay.wake();
                assertThat(unpublished()).isZero();
            });
            await().untilTrue(stuck);
        } finally {
            servers.kafka().start();
        }

        assertThat(firstOccurrences().get("a")).containsExactly(1, 2, 3, 4);
    }

    @Test
    void publishedRowsGoAfterTheirRetentionAndOthersStay() throws SQLException {
        var relay = node("n1");
        commit("a", 1, 3);
        relay.wake();
        commit("a", 4, 4);
        execute("update antiphon.outbox set published_at = now() - interval '2 hours' where id in"
                + " (select id from antiphon.outbox order by id limit 2)");

        assertThat(relays.get(0).clean(100)).isEqualTo(2);
        assertThat(query("select count(*) from antiphon.outbox")).containsExactly("2");
        assertThat(unpublished()).isEqualTo(1);
    }

    private static DataSource only(Connection connection) {
        var unclosable = (Connection) Proxy.newProxyInstance(
                RelayIT.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        return null;
                    }
                    return method.invoke(connection, arguments);
                });
        return (DataSource) Proxy.newProxyInstance(
                RelayIT.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> unclosable);
    }

    private static final class ActiveTransaction implements Transactions {
        @Override
        public boolean isActive() {
            return true;
        }

        @Override
        public <T> T inNew(Supplier<T> work) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void afterCommit(Runnable action) {}
    }
}
