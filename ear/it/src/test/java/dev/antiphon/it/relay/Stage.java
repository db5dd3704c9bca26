package dev.antiphon.it.relay;

import static dev.antiphon.it.Topics.header;

import dev.antiphon.command.outbox.JdbcOutbox;
import dev.antiphon.command.outbox.OutboxEvent;
import dev.antiphon.command.relay.ParkedEvents;
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
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** One topic of its own, relay nodes on a real database and a real broker, and what stands in both. */
final class Stage implements AutoCloseable {

    @EventType("sample.counted")
    record Counted(int number, String text) {}

    private static final AtomicInteger STAGES = new AtomicInteger();

    private final TestServers servers;
    private final String bootstrapServers;
    private final Map<String, Object> kafka = new HashMap<>();
    private final String name = "it.relay" + STAGES.incrementAndGet();
    private final TopicName topic = TopicName.of(name + ".sample");
    private final List<Relay> relays = new CopyOnWriteArrayList<>();
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();

    Stage(TestServers servers) {
        this(servers, servers.kafka().bootstrapServers());
    }

    /** With another broker than that of the servers. */
    Stage(TestServers servers, String bootstrapServers) {
        this.servers = servers;
        this.bootstrapServers = bootstrapServers;
        kafka.put("bootstrap.servers", bootstrapServers);
        kafka.put("max.block.ms", 1_000);
    }

    /** A setting of the producers of the nodes to come. */
    void kafka(String setting, Object value) {
        kafka.put(setting, value);
    }

    TestServers servers() {
        return servers;
    }

    TopicName topic() {
        return topic;
    }

    SimpleMeterRegistry metrics() {
        return metrics;
    }

    ParkedEvents parked() {
        return new ParkedEvents(servers.writeDatabase());
    }

    /** The same application's second topic. */
    TopicName otherTopic() {
        return TopicName.of(name + ".other");
    }

    RelaySettings settings(String node, Duration lease) {
        return new RelaySettings(
                node,
                50,
                lease,
                Duration.ofHours(1),
                Duration.ofSeconds(2),
                3,
                new Backoff(Duration.ofMillis(1), Duration.ofMillis(50)));
    }

    /** A node whose relay runs on the thread that wakes it. */
    RelayLoop node(String node, Duration lease, FaultPoint.Action faults) {
        return node(settings(node, lease), faults, Runnable::run);
    }

    RelayLoop node(String node) {
        return node(node, Duration.ofSeconds(30), FaultPoint.Action.NONE);
    }

    RelayLoop node(RelaySettings settings, FaultPoint.Action faults, Executor executor) {
        return new RelayLoop(relay(settings, faults), servers.writeDatabase(), executor);
    }

    Relay relay(RelaySettings settings, FaultPoint.Action faults) {
        return relay(servers.writeDatabase(), settings, faults);
    }

    Relay relay(DataSource database, RelaySettings settings, FaultPoint.Action faults) {
        var relay = new Relay(
                database,
                Map.copyOf(kafka),
                List.of(topic, otherTopic()),
                settings,
                Clock.systemUTC(),
                metrics,
                faults);
        relays.add(relay);
        return relay;
    }

    /** Appends events the way a command does, in the transaction of the given connection. */
    void append(Connection connection, TopicName topic, String aggregate, int from, int to, String text) {
        append(connection, topic, aggregate, from, to, text, hashes -> {});
    }

    void append(
            Connection connection,
            TopicName topic,
            String aggregate,
            int from,
            int to,
            String text,
            Consumer<Set<Integer>> committed) {
        var events = new ArrayList<OutboxEvent>();
        var envelopes = new EnvelopeFactory("relay-it", Clock.systemUTC(), List.of());
        for (var version = from; version <= to; version++) {
            var event = new Counted(version, text);
            events.add(new OutboxEvent(topic, envelopes.create(topic, event, aggregate, version), event));
        }
        new JdbcOutbox(only(connection), new ActiveTransaction(), committed, 900 << 10).append(events);
    }

    void commit(String aggregate, int from, int to) throws SQLException {
        commit(topic, aggregate, from, to, "text");
    }

    void commit(TopicName topic, String aggregate, int from, int to, String text) throws SQLException {
        try (var connection = servers.writeDatabase().getConnection()) {
            connection.setAutoCommit(false);
            append(connection, topic, aggregate, from, to, text);
            connection.commit();
        }
    }

    void execute(String sql) throws SQLException {
        try (var connection = servers.writeDatabase().getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    List<String> query(String sql) {
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

    int unpublished() {
        return Integer.parseInt(query("select count(*) from antiphon.outbox where published_at is null")
                .get(0));
    }

    List<ConsumerRecord<String, byte[]>> onTopic() {
        return Topics.read(bootstrapServers, topic.value());
    }

    /** For each aggregate the versions in the order in which they first stand on the topic. */
    Map<String, List<Integer>> firstOccurrences() {
        return firstOccurrences(topic);
    }

    Map<String, List<Integer>> firstOccurrences(TopicName topic) {
        var versions = new LinkedHashMap<String, List<Integer>>();
        for (var record : Topics.read(bootstrapServers, topic.value())) {
            var seen = versions.computeIfAbsent(record.key(), key -> new ArrayList<>());
            var version = Integer.parseInt(header(record, Headers.AGGREGATE_VERSION));
            if (!seen.contains(version)) {
                seen.add(version);
            }
        }
        return versions;
    }

    /** Who holds how many lanes, for example {@code n1 16}. */
    List<String> owners() {
        return query("select owner || ' ' || count(*) from antiphon.lane where leased_until > now() group by owner");
    }

    /** What a freeze past the lease looks like to the database. */
    void expire(String node) {
        try {
            execute("update antiphon.lane set leased_until = 'epoch' where owner = '" + node + "'");
            execute("delete from antiphon.relay_node where node = '" + node + "'");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws SQLException {
        relays.forEach(Relay::close);
        execute("delete from antiphon.outbox");
        execute("delete from antiphon.parked_event");
        execute("delete from antiphon.relay_node");
        execute("update antiphon.lane set owner = null, leased_until = 'epoch'");
    }

    private static DataSource only(Connection connection) {
        var unclosable = (Connection) Proxy.newProxyInstance(
                Stage.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        return null;
                    }
                    return method.invoke(connection, arguments);
                });
        return (DataSource) Proxy.newProxyInstance(
                Stage.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> unclosable);
    }

    /** The versions {@code 1..to}. */
    static List<Integer> upTo(int to) {
        return Stream.iterate(1, each -> each + 1).limit(to).toList();
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

        /** The tests commit themselves, and say so themselves. */
        @Override
        public void afterCommit(Runnable action) {
            action.run();
        }
    }
}
