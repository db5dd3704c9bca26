package dev.antiphon.it.projector;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.antiphon.events.Backoff;
import dev.antiphon.events.EnvelopeFactory;
import dev.antiphon.events.EventJson;
import dev.antiphon.events.Headers;
import dev.antiphon.events.TopicName;
import dev.antiphon.it.TestServers;
import dev.antiphon.projector.ProjectorOptions;
import dev.antiphon.projector.consumer.Projector;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.spi.FaultPoint;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Accounts whose events are sent to a real broker, and projectors on a real database that read them. */
final class Accounts implements AutoCloseable {

    static final TopicName TOPIC = TopicName.of("it.projector.account");

    private final TestServers servers;
    private final EnvelopeFactory envelopes = new EnvelopeFactory("it", Clock.systemUTC(), List.of());
    private final KafkaProducer<String, byte[]> producer;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Projector> projectors = new ArrayList<>();
    private final Map<String, long[]> sent = new TreeMap<>();

    Accounts(TestServers servers) throws SQLException, ExecutionException, InterruptedException {
        this.servers = servers;
        try (var owner = servers.connect(
                        servers.databases().readUrl(),
                        servers.databases().roles().owner());
                var statement = owner.createStatement()) {
            for (var sql : AccountProjections.TABLES) {
                statement.execute(sql);
            }
        }
        Map<String, Object> kafka = Map.of("bootstrap.servers", servers.kafka().bootstrapServers());
        try (var admin = Admin.create(kafka)) {
            admin.createTopics(List.of(new NewTopic(TOPIC.value(), Optional.of(2), Optional.empty())))
                    .all()
                    .get();
        }
        producer = new KafkaProducer<>(kafka, new StringSerializer(), new ByteArraySerializer());
    }

    /** Starts a projector that gives up quickly. */
    Projector start(Object projection, FaultPoint faultPoint) {
        return start(projection, faultPoint, values -> {});
    }

    /** Starts one with other options. */
    Projector start(Object projection, FaultPoint faultPoint, Consumer<ProjectorOptions.Builder> changes) {
        var options = ProjectorOptions.defaults()
                .with(values -> {
                    values.backoff = new Backoff(Duration.ofMillis(5), Duration.ofMillis(50));
                    values.gapTimeout = Duration.ofSeconds(1);
                })
                .with(changes);
        var projector = Projector.of(ProjectionDefinition.of(projection))
                .service("it")
                .readDatabase(servers.readDatabase())
                .kafka(Map.of("bootstrap.servers", servers.kafka().bootstrapServers()))
                .options(options)
                .faultPoint(faultPoint)
                .build();
        projectors.add(projector);
        projector.start(threads);
        return projector;
    }

    /** Sends the next event of an account. */
    void credit(String account, long amount) {
        var now = sent.computeIfAbsent(account, key -> new long[2]);
        now[0] += amount;
        now[1]++;
        send(account, now[1], amount, now[0]);
    }

    /** Sends some events of each account, in turn. */
    void creditAll(List<String> accounts, int times) {
        for (var i = 1; i <= times; i++) {
            for (var account : accounts) {
                credit(account, i);
            }
        }
    }

    /** Sends an event, which is not counted, or not again. */
    void send(String account, long version, long amount, long balance) {
        var event = new AccountEvent.Credited(owner(account), amount, balance);
        var headers = Headers.write(envelopes.create(TOPIC, event, account, version));
        headers.put(Headers.PUBLISHED_AT, Instant.now().toString());
        var contents = new ProducerRecord<>(
                TOPIC.value(), account, EventJson.write(event).getBytes(UTF_8));
        headers.forEach((name, value) -> contents.headers().add(name, value.getBytes(UTF_8)));
        producer.send(contents);
    }

    private static String owner(String account) {
        return "owner" + account.length() % 3;
    }

    /** What {@code account_state} must hold, computed from what was sent. */
    List<String> expectedState() {
        producer.flush();
        return sent.entrySet().stream()
                .map(each -> each.getKey() + " " + each.getValue()[0] + " " + each.getValue()[1])
                .toList();
    }

    List<String> state() {
        return rows("select id || ' ' || balance || ' ' || version from account_state order by id collate \"C\"");
    }

    /** What {@code account_total} must hold: the same, since each event adds its amount once. */
    List<String> total() {
        return rows("select id || ' ' || amount || ' ' || events from account_total order by id collate \"C\"");
    }

    List<String> expectedSums() {
        var sums = new TreeMap<String, Long>();
        sent.forEach((account, now) -> sums.merge(owner(account), now[0], Long::sum));
        return sums.entrySet().stream()
                .map(each -> each.getKey() + " " + each.getValue())
                .toList();
    }

    List<String> sums() {
        return rows("select owner || ' ' || balance from owner_sum order by owner");
    }

    List<String> rows(String sql) {
        try (var connection = servers.readDatabase().getConnection();
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

    @Override
    public void close() {
        projectors.forEach(projector -> projector.stop(Duration.ofSeconds(10)));
        threads.shutdown();
        producer.close();
    }
}
