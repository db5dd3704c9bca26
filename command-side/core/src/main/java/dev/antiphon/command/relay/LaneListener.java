package dev.antiphon.command.relay;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for the signals of other nodes on a connection of its own, and runs until it is stopped. When the database goes
 * away it ends; whoever started it starts it again.
 */
final class LaneListener implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(LaneListener.class);
    private static final int PATIENCE_MILLIS = 500;

    private final DataSource dataSource;
    private final IntConsumer signalled;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean stopped;
    private volatile boolean unsupported;

    /** Calls {@code signalled} with each lane, on the thread that runs this. */
    LaneListener(DataSource dataSource, IntConsumer signalled) {
        this.dataSource = dataSource;
        this.signalled = signalled;
    }

    @Override
    public void run() {
        try (var connection = dataSource.getConnection()) {
            listen(connection);
        } catch (SQLException e) {
            LOG.debug("Signals of other relays are not heard for now", e);
        } catch (LinkageError e) {
            LOG.warn(
                    "The PostgreSQL driver's classes are not visible to this application, so signals of other relays are"
                            + " not heard; events committed on other nodes wait for the timer",
                    e);
            unsupported = true;
        } finally {
            ended.countDown();
        }
    }

    private void listen(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("listen " + LaneSignal.CHANNEL);
            try {
                var notifications = connection.unwrap(PGConnection.class);
                while (!stopped) {
                    for (var each : notifications.getNotifications(PATIENCE_MILLIS)) {
                        Arrays.stream(each.getParameter().split(","))
                                .mapToInt(Integer::parseInt)
                                .forEach(signalled);
                    }
                }
            } finally {
                statement.execute("unlisten *"); // the connection goes back to its pool
            }
        }
    }

    /** Whether another should be started. */
    boolean needsRestart() {
        return ended.getCount() == 0 && !unsupported;
    }

    /** Ends within a second or so, and waits for that. */
    void stop() throws InterruptedException {
        stopped = true;
        ended.await(2, TimeUnit.SECONDS);
    }
}
