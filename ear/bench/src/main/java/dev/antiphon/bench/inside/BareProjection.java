package dev.antiphon.bench.inside;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.antiphon.events.ee.config.KafkaSettings;
import dev.antiphon.events.ee.config.WarSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A consumer as one writes it by hand: polls, upserts what has come into the order summaries in one transaction, tells
 * Kafka, again. Idempotent by the version; no order beyond the partition's, no gaps, no dead letters, nothing that goes on
 * after a failure.
 */
final class BareProjection implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String UPSERT = """
            insert into order_summary as t (order_id, kind, status, customer_id, currency, total_minor, line_count,
                                            item_count, ordered_at, version, updated_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                on conflict (order_id) do update
               set status = excluded.status, version = excluded.version, updated_at = excluded.updated_at
             where t.version < excluded.version""";

    private final DataSource dataSource;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private volatile boolean closing;

    /** @param fromBeginning else from the end */
    BareProjection(DataSource dataSource, String topic, boolean fromBeginning) {
        this.dataSource = dataSource;
        Map<String, Object> properties = new HashMap<>(KafkaSettings.read(WarSettings.ofThisApplication()));
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, "bench-bare");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 500);
        consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                .map(each -> new TopicPartition(topic, each.partition()))
                .toList();
        consumer.assign(partitions);
        if (fromBeginning) {
            consumer.seekToBeginning(partitions);
        } else {
            consumer.seekToEnd(partitions);
        }
        partitions.forEach(consumer::position);
    }

    /** Works until it is stopped. */
    void run() {
        try {
            while (!closing) {
                turn();
            }
        } catch (SQLException e) {
            throw new IllegalStateException("The bare projection failed: " + e, e);
        }
    }

    /** Works until it has read so many records; those of one key may be half read then. */
    void run(long records) throws SQLException {
        long read = 0;
        while (read < records) {
            read += turn();
        }
    }

    private int turn() throws SQLException {
        var records = consumer.poll(Duration.ofMillis(200));
        if (!records.isEmpty()) {
            try (Connection connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                apply(connection, records);
                connection.commit();
                connection.setAutoCommit(true);
            }
            consumer.commitAsync();
        }
        return records.count();
    }

    /** The driver may make one statement of a batch, in which no key may be twice: confirmations have one of their own. */
    private static void apply(Connection connection, Iterable<ConsumerRecord<byte[], byte[]>> records)
            throws SQLException {
        try (PreparedStatement placed = connection.prepareStatement(UPSERT);
                PreparedStatement confirmed = connection.prepareStatement(UPSERT)) {
            for (var each : records) {
                boolean first = header(each, "Event-Type").equals("order.placed");
                bind(first ? placed : confirmed, each, first ? "PLACED" : "CONFIRMED");
            }
            placed.executeBatch();
            confirmed.executeBatch();
        }
    }

    private static void bind(PreparedStatement upsert, ConsumerRecord<byte[], byte[]> each, String status)
            throws SQLException {
        JsonNode order;
        try {
            order = JSON.readTree(each.value());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        upsert.setString(1, new String(each.key(), StandardCharsets.UTF_8));
        upsert.setString(2, order.path("kind").asText());
        upsert.setString(3, status);
        upsert.setString(4, order.path("customerId").asText());
        upsert.setString(5, order.path("currency").asText());
        upsert.setLong(6, order.path("totalMinor").asLong());
        upsert.setInt(7, order.path("lines").size());
        long items = 0;
        for (JsonNode line : order.path("lines")) {
            items += line.path("quantity").asLong();
        }
        upsert.setLong(8, items);
        upsert.setTimestamp(
                9, Timestamp.from(Instant.parse(order.path("orderedAt").asText())));
        upsert.setLong(10, Long.parseLong(header(each, "Aggregate-Version")));
        upsert.setTimestamp(11, Timestamp.from(Instant.parse(header(each, "Occurred-At"))));
        upsert.addBatch();
    }

    private static String header(ConsumerRecord<byte[], byte[]> each, String name) {
        return new String(each.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    /** Ends {@link #run()} after what is on its way. */
    void stop() {
        closing = true;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
