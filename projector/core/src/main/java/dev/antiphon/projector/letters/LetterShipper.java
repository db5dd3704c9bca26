package dev.antiphon.projector.letters;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.antiphon.events.jdbc.LocalTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies dead letters to {@code <topic>.dlq} for whoever watches Kafka: original key, bytes and headers, and those of
 * {@link DeadLetterHeaders} (rule E5). Each letter at least once, unless it is redriven or discarded before; a letter is
 * marked after the broker's acknowledgement, and no transaction is open while that is waited for. To be used by one
 * thread; several nodes share the work.
 */
public final class LetterShipper implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LetterShipper.class);

    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final int BATCH = 100;

    private static final String CLAIM =
            "update antiphon.dead_letter set ship_after = clock_timestamp() + interval '1 minute'"
                    + " where id in (select id from antiphon.dead_letter"
                    + " where shipped_at is null and ship_after <= clock_timestamp() order by id limit " + BATCH
                    + " for update skip locked) returning " + DeadLetter.COLUMNS;
    private static final String SHIPPED = """
            update antiphon.dead_letter set shipped_at = clock_timestamp(), ship_error = ? where id = ?""";
    private static final String RELEASE = """
            update antiphon.dead_letter set ship_after = clock_timestamp() + interval '10 s' where id = any(?)""";

    private final LocalTransactions database;
    private final Map<String, Object> kafka;
    private final Set<String> topics = new HashSet<>();
    private @Nullable Producer<byte[], byte[]> producer;
    private boolean closed;

    /** @param kafka properties for Kafka's clients, {@code bootstrap.servers} at least */
    public LetterShipper(DataSource readDatabase, Map<String, Object> kafka) {
        this.database = new LocalTransactions(readDatabase);
        this.kafka = new HashMap<>(kafka);
        this.kafka.put("metric.reporters", List.of());
        this.kafka.put("enable.metrics.push", false);
        this.kafka.put("request.timeout.ms", 3_000);
        this.kafka.put("default.api.timeout.ms", 5_000);
    }

    /**
     * Copies some letters, if there are any.
     *
     * @return how many are done
     * @throws KafkaException if the broker is away; the letters are tried again
     */
    public int ship() throws SQLException, InterruptedException {
        var letters = database.inNew(LetterShipper::claim);
        var open = new ArrayList<>(letters);
        try {
            var answers = new ArrayList<Future<RecordMetadata>>();
            for (var letter : letters) {
                ensureTopic(letter.delivery().topic());
                answers.add(producer().send(copy(letter)));
            }
            for (var i = 0; i < answers.size(); i++) {
                var error = await(answers.get(i));
                var letter = letters.get(i);
                database.inNew(connection -> mark(connection, letter, error));
                open.remove(letter);
            }
            return letters.size();
        } catch (KafkaException e) {
            topics.clear();
            throw e;
        } finally {
            if (!open.isEmpty()) {
                release(open);
            }
        }
    }

    private static List<DeadLetter> claim(Connection connection) throws SQLException {
        try (var statement = connection.prepareStatement(CLAIM)) {
            var letters = DeadLetter.readAll(statement);
            letters.sort(Comparator.comparingLong(DeadLetter::id));
            return letters;
        }
    }

    private static int mark(Connection connection, DeadLetter letter, @Nullable String error) throws SQLException {
        try (var statement = connection.prepareStatement(SHIPPED)) {
            statement.setString(1, error);
            statement.setLong(2, letter.id());
            return statement.executeUpdate();
        }
    }

    private void release(List<DeadLetter> letters) throws SQLException {
        database.inNew(connection -> {
            try (var statement = connection.prepareStatement(RELEASE)) {
                statement.setArray(
                        1,
                        connection.createArrayOf(
                                "int8", letters.stream().map(DeadLetter::id).toArray()));
                return statement.executeUpdate();
            }
        });
    }

    private static ProducerRecord<byte[], byte[]> copy(DeadLetter letter) {
        var delivery = letter.delivery();
        var copy = new ProducerRecord<>(
                DeadLetterTopic.nameFor(delivery.topic()), delivery.originalKey(), delivery.value());
        delivery.originalHeaders().forEach(header -> copy.headers().add(header.name(), header.value()));
        add(copy, DeadLetterHeaders.KIND, letter.kind());
        add(copy, DeadLetterHeaders.REASON, letter.reason());
        add(copy, DeadLetterHeaders.TOPIC, delivery.topic());
        add(copy, DeadLetterHeaders.PARTITION, delivery.partition());
        add(copy, DeadLetterHeaders.OFFSET, delivery.offset());
        add(copy, DeadLetterHeaders.FAILED_AT, letter.failedAt());
        add(copy, DeadLetterHeaders.PROJECTION, letter.projection());
        add(copy, DeadLetterHeaders.CONSUMER, letter.consumer());
        add(copy, DeadLetterHeaders.ATTEMPTS, letter.attempts());
        add(copy, DeadLetterHeaders.ID, letter.id());
        return copy;
    }

    private static void add(ProducerRecord<?, ?> copy, String name, Object value) {
        copy.headers().add(name, value.toString().getBytes(UTF_8));
    }

    /** Null, or why this letter can never be copied. */
    private static @Nullable String await(Future<RecordMetadata> answer) throws InterruptedException {
        try {
            answer.get(ANSWER.toMillis(), TimeUnit.MILLISECONDS);
            return null;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RecordTooLargeException) {
                LOG.error("A dead letter is too large for its topic; it stays in the table. {}", e.getMessage());
                return BoundedText.of(e.getMessage(), BoundedText.REASON);
            }
            throw new KafkaException("A dead letter could not be copied", e.getCause());
        } catch (TimeoutException e) {
            throw new KafkaException("Kafka does not answer", e);
        }
    }

    private void ensureTopic(String topic) throws InterruptedException {
        if (topics.contains(topic)) {
            return;
        }
        var letters = DeadLetterTopic.create(topic);
        try (var admin = Admin.create(kafka)) {
            admin.createTopics(List.of(letters)).all().get();
            LOG.info("Created topic {}, which keeps its records for {}", letters.name(), DeadLetterTopic.RETENTION);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw new KafkaException("Topic " + letters.name() + " cannot be created", e.getCause());
            }
        }
        topics.add(topic);
    }

    private synchronized Producer<byte[], byte[]> producer() {
        if (closed) {
            throw new KafkaException("The shipper has been closed");
        }
        if (producer == null) {
            var properties = new HashMap<>(kafka);
            properties.put("acks", "all");
            properties.put("max.block.ms", 5_000);
            properties.put("delivery.timeout.ms", 8_000);
            properties.put("linger.ms", 5);
            properties.put("max.request.size", DeadLetterTopic.LARGEST);
            producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
        }
        return producer;
    }

    /** Ends it, also from another thread; what is under way is tried again by whoever ships next. */
    @Override
    public synchronized void close() {
        closed = true;
        if (producer != null) {
            producer.close(Duration.ofSeconds(2));
            producer = null;
        }
    }
}
