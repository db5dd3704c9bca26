package dev.antiphon.bench.lab;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Notes when the summary of each order could be read first: asks for the next orders that are to come, by their keys, and
 * half a millisecond after the answer again. That is its precision, on both sides of a comparison alike.
 */
public final class Rows implements Sightings {

    private static final String SEEN = "select order_id from order_summary where order_id = any(?)";
    private static final int AHEAD = 50;
    private static final Duration BETWEEN = Duration.ofNanos(500_000);

    private final Map<String, Instant> seen = new ConcurrentHashMap<>();
    private final Thread thread;
    private volatile boolean closing;
    private volatile RuntimeException failure;

    /** Begins to look, for the orders {@code prefix0}, {@code prefix1} and so on. */
    public Rows(Lab lab, String prefix) throws SQLException {
        Connection connection = lab.connectToRead();
        thread = new Thread(() -> look(connection, prefix), "rows");
        thread.setDaemon(true);
        thread.start();
    }

    private void look(Connection connection, String prefix) {
        List<String> next = new ArrayList<>();
        int last = 0;
        try (connection;
                PreparedStatement select = connection.prepareStatement(SEEN)) {
            while (!closing) {
                while (next.size() < AHEAD) {
                    next.add(prefix + last++);
                }
                select.setArray(1, connection.createArrayOf("text", next.toArray()));
                try (ResultSet rows = select.executeQuery()) {
                    Instant now = Instant.now();
                    while (rows.next()) {
                        seen.putIfAbsent(rows.getString(1), now);
                        next.remove(rows.getString(1));
                    }
                }
                LockSupport.parkNanos(BETWEEN.toNanos());
            }
        } catch (SQLException e) {
            failure = new IllegalStateException("The read model cannot be watched: " + e.getMessage(), e);
        }
    }

    @Override
    public Instant of(String orderId) throws Exception {
        Poll.until("order " + orderId + " can be read", Duration.ofMillis(5), () -> {
            if (failure != null) {
                throw failure;
            }
            return seen.containsKey(orderId);
        });
        return seen.get(orderId);
    }

    @Override
    public void close() throws InterruptedException {
        closing = true;
        thread.join();
    }
}
