package dev.antiphon.bench.inside;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.antiphon.events.ee.config.KafkaSettings;
import dev.antiphon.events.ee.config.WarSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The records that the outbox's rows become, and a producer for them that is as safe as the product's. */
final class Records {

    /** The columns that {@link #of} reads, in its order, after the row's id. */
    static final String COLUMNS = "id, topic, aggregate_id, payload, headers";

    private static final JsonFactory JSON = new JsonFactory();

    private Records() {}

    static ProducerRecord<byte[], byte[]> of(ResultSet row) throws SQLException {
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(row.getString(2), bytes(row.getString(3)), bytes(row.getString(4)));
        try (JsonParser headers = JSON.createParser(row.getString(5))) {
            headers.nextToken();
            while (headers.nextToken() == JsonToken.FIELD_NAME) {
                String name = headers.currentName();
                record.headers().add(name, bytes(headers.nextTextValue()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        record.headers().add("Published-At", bytes(Instant.now().toString()));
        return record;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A producer with acks from all, whose batches are as large as the product's. */
    static KafkaProducer<byte[], byte[]> producer() {
        Map<String, Object> properties = new HashMap<>(KafkaSettings.read(WarSettings.ofThisApplication()));
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        properties.put(ProducerConfig.BATCH_SIZE_CONFIG, 128 * 1024);
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
