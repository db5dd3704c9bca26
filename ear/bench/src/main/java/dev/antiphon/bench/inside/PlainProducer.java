package dev.antiphon.bench.inside;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** What Kafka takes without any database: finished records from memory, as fast as one thread can hand them over. */
final class PlainProducer {

    private static final int IN_MEMORY = 20_000;

    private PlainProducer() {}

    /** Sends the outbox's first records over and over, and answers the seconds until the last was acknowledged. */
    static double seconds(DataSource dataSource, int count) throws SQLException {
        List<ProducerRecord<byte[], byte[]>> records = read(dataSource);
        try (KafkaProducer<byte[], byte[]> producer = Records.producer()) {
            producer.partitionsFor(records.get(0).topic());
            long begin = System.nanoTime();
            for (int i = 0; i < count; i++) {
                producer.send(records.get(i % records.size()));
            }
            producer.flush();
            return (System.nanoTime() - begin) / 1e9;
        }
    }

    private static List<ProducerRecord<byte[], byte[]>> read(DataSource dataSource) throws SQLException {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "select " + Records.COLUMNS + " from antiphon.outbox order by id limit " + IN_MEMORY)) {
            while (row.next()) {
                records.add(Records.of(row));
            }
        }
        return records;
    }
}
