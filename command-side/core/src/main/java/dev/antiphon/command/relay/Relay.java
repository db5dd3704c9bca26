package dev.antiphon.command.relay;

import dev.antiphon.command.spi.FaultPoint;
import dev.antiphon.events.TopicName;
import dev.antiphon.events.jdbc.LocalTransactions;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
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
 * <p>A row that can never be sent is parked with its reason, and its aggregate's later rows behind it, see {@link
 * ParkedEvents}; all others flow. A topic that the broker refuses as a whole pauses, and parks nothing.
 *
 * <p>{@link #drain} runs on one thread at a time; {@link RelayLoop} sees to that.
 */
public final class Relay implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Relay.class);
    private static final int CLEANED_AT_A_TIME = 1_000;

    private final LocalTransactions database;
    private final RelaySettings settings;
    private final RelayMetrics metrics;
    private final TopicPauses pauses;
    private final Topics topics;
    private final LaneLeases leases;
    private final Floor floor = new Floor();
    private final Shipping shipping;

    private long renewedAt;
    private boolean everRenewed;
    private int failures;
    private long notBefore;
    private volatile @Nullable String failing;
    private volatile long activeAt = System.nanoTime();
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
        this.database = new LocalTransactions(dataSource);
        this.settings = settings;
        this.pauses = new TopicPauses(settings.backoff());
        this.topics = new Topics(kafka, topics, settings.partitions(), database, pauses);
        this.leases = new LaneLeases(settings.node(), settings.lease());
        this.metrics = new RelayMetrics(registry, this);
        this.shipping = new Shipping(
                database,
                leases,
                floor,
                this.topics,
                pauses,
                () -> new RelayProducer(kafka),
                settings,
                clock,
                metrics,
                faults);
    }

    /** Sends until nothing is left, or a failure makes it wait for a later call. Never throws. */
    void drain() {
        if (System.nanoTime() - notBefore < 0) {
            return;
        }
        try {
            renewWhenDue();
            topics.ensure();
            shipping.run(this::goOn);
            recovered();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            shipping.abandon();
        } catch (SQLException | ExecutionException | RuntimeException e) {
            failed(e instanceof ExecutionException && e.getCause() != null ? e.getCause() : e);
        }
    }

    /** Asked between the steps of a run and while it waits for the broker. */
    private boolean goOn(boolean progress) throws SQLException {
        if (progress) {
            activeAt = System.nanoTime();
        }
        renewWhenDue();
        return !closing;
    }

    private void renewWhenDue() throws SQLException {
        var third = settings.lease().dividedBy(3).toNanos();
        if (everRenewed && System.nanoTime() - renewedAt < third) {
            return;
        }
        if (database.inNew(leases::renew)) {
            floor.reset();
        }
        everRenewed = true;
        renewedAt = System.nanoTime();
    }

    private void recovered() {
        if (failing != null) {
            LOG.info("The relay sends again");
        }
        failing = null;
        failures = 0;
        activeAt = System.nanoTime();
    }

    private void failed(Throwable failure) {
        shipping.abandon();
        floor.reset();
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
        activeAt = System.nanoTime();
    }

    /** What waits to be sent now. */
    public Backlog backlog() throws SQLException {
        return database.read(OutboxTable::backlog);
    }

    /** How many events are parked; counting stops at 100,000. */
    public long parked() throws SQLException {
        return database.read(ParkedEvents::count);
    }

    /**
     * Deletes published rows past their retention, batch by batch, until none is left or nobody wants more. Each batch is
     * a short transaction; nobody waits for it, since nobody else touches such rows.
     *
     * @return how many
     */
    public int clean(BooleanSupplier goOn) throws SQLException {
        var cleaned = 0;
        var after = 0L;
        while (goOn.getAsBoolean()) {
            var from = after;
            var ids = database.inNew(
                    connection -> OutboxTable.clean(connection, settings.retention(), from, CLEANED_AT_A_TIME));
            cleaned += ids.size();
            if (ids.size() < CLEANED_AT_A_TIME) {
                break;
            }
            after = Collections.max(ids);
        }
        return cleaned;
    }

    /** Why it cannot send, or null while it can. */
    public @Nullable String failing() {
        return failing;
    }

    /** Topics that the broker refuses now, with its reasons. */
    public Map<String, String> pausedTopics() {
        return pauses.reasons();
    }

    /** How long ago it last sent something, found nothing to send, or tried in vain. */
    public Duration idle() {
        return Duration.ofNanos(System.nanoTime() - activeAt);
    }

    /** How many lanes this node holds. */
    public int lanes() {
        return leases.held().size();
    }

    boolean holds(int lane) {
        return leases.holds(lane);
    }

    boolean serves(int aggregateHash) {
        return holds(laneOf(aggregateHash));
    }

    int laneOf(int aggregateHash) {
        return leases.laneOf(aggregateHash);
    }

    boolean alone() {
        return leases.alone();
    }

    /** Makes a running {@link #drain} return soon; what is not acknowledged by then is sent again later, by any node. */
    void stop() {
        closing = true;
    }

    /** Gives the lanes back; to be called when no {@link #drain} runs any more. */
    @Override
    public void close() {
        closing = true;
        shipping.abandon();
        try {
            database.inNew(connection -> {
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
}
