package dev.antiphon.command.relay;

import dev.antiphon.command.spi.FaultPoint;
import dev.antiphon.events.TopicName;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ships committed outbox rows to Kafka, at least once, in the order of each aggregate's versions, with any number of
 * nodes.
 *
 * <p>A row is marked only after the broker's acknowledgement, and only by the node that holds its lane. No transaction
 * and no row lock is open while the broker is waited for. While the broker is away rows wait; they leave by themselves
 * when it is back. A node that dies is replaced when its lease has ended; what it had sent without marking is sent again
 * (same {@code Event-Id}).
 *
 * <p>{@link #drain} runs on one thread at a time; {@link RelayLoop} sees to that.
 */
public final class Relay implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Relay.class);

    private final DataSource dataSource;
    private final Map<String, Object> kafka;
    private final RelaySettings settings;
    private final Clock clock;
    private final RelayMetrics metrics;
    private final FaultPoint.Action faults;
    private final TopicProvisioner topics;
    private final LaneLeases leases;

    private @Nullable RelayProducer producer;
    private long renewedAt;
    private boolean everRenewed;
    private int failures;
    private long notBefore;
    private volatile @Nullable String failing;
    private volatile int lanes;
    private volatile boolean closing;

    /**
     * A relay that does nothing until it is called.
     *
     * @param dataSource the write database; used outside of JTA transactions
     * @param kafka properties of the Kafka clients
     * @param topics created where absent
     * @param clock for {@code Published-At} alone
     */
    public Relay(
            DataSource dataSource,
            Map<String, Object> kafka,
            Collection<TopicName> topics,
            RelaySettings settings,
            Clock clock,
            MeterRegistry registry,
            FaultPoint.Action faults) {
        this.dataSource = dataSource;
        this.kafka = Map.copyOf(kafka);
        this.settings = settings;
        this.clock = clock;
        this.metrics = new RelayMetrics(registry, this);
        this.faults = faults;
        this.topics = new TopicProvisioner(kafka, topics, settings.partitions());
        this.leases = new LaneLeases(settings.node(), settings.lease());
    }

    /** Sends until nothing is left, or a failure makes it wait for a later call. Never throws. */
    void drain() {
        if (System.nanoTime() - notBefore < 0) {
            return;
        }
        try {
            renewWhenDue();
            topics.ensure();
            while (!closing && sendOneBatch()) {
                renewWhenDue();
            }
            recovered();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            abandonProducer();
        } catch (SQLException | ExecutionException | RuntimeException e) {
            failed(e instanceof ExecutionException && e.getCause() != null ? e.getCause() : e);
        }
    }

    private boolean sendOneBatch() throws SQLException, InterruptedException {
        if (leases.held().isEmpty()) {
            return false;
        }
        var rows = inTransaction(connection -> OutboxTable.read(connection, leases, settings.batchSize()));
        if (rows.isEmpty()) {
            return false;
        }
        faults.at(FaultPoint.BEFORE_SEND);
        if (producer == null) {
            producer = new RelayProducer(kafka);
        }
        var flight = new Flight(producer, clock.instant());
        rows.forEach(flight::send);
        while (!flight.landed(Duration.ofMillis(200))) {
            if (closing) {
                break;
            }
            renewWhenDue();
        }
        faults.at(FaultPoint.AFTER_ACK_BEFORE_MARK);
        mark(flight.acknowledged());
        flight.throwFailure();
        return true;
    }

    private void mark(List<OutboxRow> acknowledged) throws SQLException {
        if (acknowledged.isEmpty()) {
            return;
        }
        var marked = inTransaction(connection -> {
            var mine = leases.lock(connection);
            var rows = acknowledged.stream()
                    .filter(row -> mine.contains(leases.laneOf(row.hash())))
                    .toList();
            OutboxTable.mark(connection, rows.stream().map(OutboxRow::id).toList());
            return rows;
        });
        metrics.sent(marked);
        if (marked.size() < acknowledged.size()) {
            LOG.warn(
                    "Another node took lanes of {} meanwhile; it sends {} events again",
                    settings.node(),
                    acknowledged.size() - marked.size());
        }
    }

    private void renewWhenDue() throws SQLException {
        var third = settings.lease().dividedBy(3).toNanos();
        if (everRenewed && System.nanoTime() - renewedAt < third) {
            return;
        }
        inTransaction(connection -> {
            leases.renew(connection);
            return null;
        });
        everRenewed = true;
        renewedAt = System.nanoTime();
        lanes = leases.held().size();
    }

    private void recovered() {
        if (failing != null) {
            LOG.info("The relay sends again");
        }
        failing = null;
        failures = 0;
    }

    private void failed(Throwable failure) {
        abandonProducer();
        everRenewed = false;
        failures++;
        var wait = settings.backoff().before(failures);
        notBefore = System.nanoTime() + wait.toNanos();
        metrics.failed(failure);
        if (failing == null && !closing) {
            LOG.warn(
                    "The relay cannot send; events wait in the outbox and it tries again by itself: {}",
                    failure.toString());
        }
        failing = failure.toString();
    }

    private void abandonProducer() {
        if (producer != null) {
            producer.close();
            producer = null;
        }
    }

    /** What waits to be sent now. */
    public Backlog backlog() throws SQLException {
        return inTransaction(OutboxTable::backlog);
    }

    /** Deletes published rows past their retention, at most {@code limit}. */
    public int clean(int limit) throws SQLException {
        return inTransaction(connection -> OutboxTable.clean(connection, settings.retention(), limit));
    }

    /** Why it cannot send, or null while it can. */
    public @Nullable String failing() {
        return failing;
    }

    /** How many lanes this node holds. */
    public int lanes() {
        return lanes;
    }

    /** Makes a running {@link #drain} return soon; what is not acknowledged by then is sent again later, by any node. */
    void stop() {
        closing = true;
    }

    /** Gives the lanes back; to be called when no {@link #drain} runs any more. */
    @Override
    public void close() {
        closing = true;
        abandonProducer();
        try {
            inTransaction(connection -> {
                leases.leave(connection);
                return null;
            });
        } catch (SQLException e) {
            LOG.info(
                    "The lanes of {} could not be given back and are free when the lease ends: {}",
                    settings.node(),
                    e.getMessage());
        }
    }

    private interface Work<T extends @Nullable Object> {
        T on(Connection connection) throws SQLException;
    }

    private <T extends @Nullable Object> T inTransaction(Work<T> work) throws SQLException {
        try (var connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try {
                var result = work.on(connection);
                connection.commit();
                return result;
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            } finally {
                connection.setAutoCommit(true);
            }
        }
    }
}
