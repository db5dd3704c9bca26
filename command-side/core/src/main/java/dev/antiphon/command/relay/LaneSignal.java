package dev.antiphon.command.relay;

import dev.antiphon.events.jdbc.LocalTransactions;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells other nodes that events of their lanes were committed here. Outside of the command's transaction, where a NOTIFY
 * would take a lock of the whole database at commit, and many commits in one: what comes while a signal is being sent
 * leaves with the next. A signal that is lost costs time only; the owner's timer finds the events.
 */
final class LaneSignal {

    static final String CHANNEL = "antiphon_lane";

    private static final Logger LOG = LoggerFactory.getLogger(LaneSignal.class);
    /** It changes nothing, so its commit need not wait for the disk. */
    private static final String NOTIFY =
            "select set_config('synchronous_commit', 'off', true), pg_notify('" + CHANNEL + "', ?)";

    private final LocalTransactions database;
    private final Executor executor;
    private final Set<Integer> lanes = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean sending = new AtomicBoolean();

    LaneSignal(LocalTransactions database, Executor executor) {
        this.database = database;
        this.executor = executor;
    }

    /** Signals soon. Returns at once and never throws. */
    void raise(int lane) {
        if (lanes.add(lane)) {
            start();
        }
    }

    private void start() {
        if (!sending.compareAndSet(false, true)) {
            return;
        }
        try {
            executor.execute(this::send);
        } catch (RejectedExecutionException e) {
            lanes.clear();
            sending.set(false);
        }
    }

    private void send() {
        try {
            while (!lanes.isEmpty()) {
                var now = Set.copyOf(lanes);
                lanes.removeAll(now);
                notify(now.stream().map(String::valueOf).collect(Collectors.joining(",")));
            }
        } catch (SQLException | RuntimeException e) {
            LOG.debug("Other relays could not be signalled; their timers find the events", e);
            lanes.clear();
        } finally {
            sending.set(false);
        }
        if (!lanes.isEmpty()) {
            start();
        }
    }

    private void notify(String payload) throws SQLException {
        database.read(connection -> {
            try (var statement = connection.prepareStatement(NOTIFY)) {
                statement.setString(1, payload);
                statement.executeQuery().close();
                return payload;
            }
        });
    }
}
