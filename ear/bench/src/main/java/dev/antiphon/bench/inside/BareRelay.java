package dev.antiphon.bench.inside;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import javax.sql.DataSource;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * The raw limit of a relay: one thread, one connection, one producer; reads 500 rows in order, sends them, waits for all
 * acknowledgements, marks them. No lanes, no fencing, no metrics, nothing that goes on after a failure. While there is a
 * backlog it reads on behind the last row it marked, which spares it the index entries of rows that are done; having
 * reached the end, it begins at the beginning, so that rows which were committed late are not forgotten.
 */
final class BareRelay implements AutoCloseable {

    private static final int BATCH = 500;
    private static final String READ = "select " + Records.COLUMNS
            + " from antiphon.outbox where published_at is null and id > ? order by id limit " + BATCH;
    private static final String MARK = "update antiphon.outbox set published_at = now() where id = any(?)";

    private final Connection connection;
    private final PreparedStatement read;
    private final PreparedStatement mark;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Semaphore wakeUps = new Semaphore(0);
    private final Long[] ids = new Long[BATCH];
    private final Future<?>[] acks = new Future<?>[BATCH];
    private volatile boolean closing;

    /** A relay that is connected to both sides. */
    BareRelay(DataSource dataSource, String topic) throws SQLException {
        connection = dataSource.getConnection();
        read = connection.prepareStatement(READ);
        mark = connection.prepareStatement(MARK);
        producer = Records.producer();
        producer.partitionsFor(topic);
    }

    /** Sends what there is and answers when it began. */
    Instant drain() throws SQLException, ExecutionException, InterruptedException {
        Instant begin = Instant.now();
        long after = 0;
        int count;
        do {
            count = sendBatch(after);
            after = count == BATCH ? ids[BATCH - 1] : 0;
        } while (count > 0);
        return begin;
    }

    private int sendBatch(long after) throws SQLException, ExecutionException, InterruptedException {
        int count = 0;
        read.setLong(1, after);
        try (ResultSet row = read.executeQuery()) {
            for (; row.next(); count++) {
                ids[count] = row.getLong(1);
                Future<RecordMetadata> ack = producer.send(Records.of(row));
                acks[count] = ack;
            }
        }
        for (int i = 0; i < count; i++) {
            acks[i].get();
        }
        if (count > 0) {
            Long[] marked = new Long[count];
            System.arraycopy(ids, 0, marked, 0, count);
            mark.setArray(1, connection.createArrayOf("bigint", marked));
            mark.executeUpdate();
        }
        return count;
    }

    /** Lets it look for rows soon. */
    void wake() {
        wakeUps.release();
    }

    /** Sends whenever it is woken, until it is closed. */
    void run() {
        try {
            while (!closing) {
                wakeUps.acquire();
                wakeUps.drainPermits();
                drain();
            }
        } catch (SQLException | ExecutionException e) {
            throw new IllegalStateException("The raw relay failed: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends {@link #run} after the batch on its way. */
    void stop() {
        closing = true;
        wake();
    }

    @Override
    public void close() throws SQLException {
        producer.close();
        connection.close();
    }
}
