package dev.antiphon.projector.consumer;

import dev.antiphon.projector.ProjectorOptions;
import dev.antiphon.projector.Strategy;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.jdbc.ProcessedEvents;
import dev.antiphon.projector.letters.DeadLetters;
import dev.antiphon.projector.pipeline.Pipeline;
import dev.antiphon.projector.pipeline.Redrive;
import dev.antiphon.projector.pipeline.RequestedRedrives;
import dev.antiphon.projector.pipeline.Transactions;
import dev.antiphon.projector.spi.FaultPoint;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One consumer of one projection: brings the events of its topic into the read database, each with the effect of exactly
 * once and in order for each aggregate, until it is stopped. May be killed at any point.
 *
 * <p>Everything runs on one thread that {@link #start} takes from the executor and keeps; when the consumer itself ends
 * with an error, the same thread opens a new one after a while.
 */
public final class Projector {

    /** What Kafka gets for a last commit and for leaving the group. */
    static final Duration KAFKA_GOODBYE = Duration.ofSeconds(2);

    private static final Duration CLEANING = Duration.ofMinutes(1);
    private static final int FORGOTTEN_AT_ONCE = 5_000;

    private static final Logger LOG = LoggerFactory.getLogger(Projector.class);

    private final ProjectionDefinition definition;
    private final String group;
    private final DataSource dataSource;
    private final ProjectorOptions options;
    private final FaultPoint faultPoint;
    private final Clock clock;
    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final Supplier<TopicIds> topicIds;
    private final Transactions transactions;
    private final Pipeline pipeline;
    private final Lag lag;
    private final Backlog backlog = new Backlog();
    private final DeadLetters letters;
    private final RetentionCheck retentionCheck;
    private long cleanedAt = System.nanoTime() - CLEANING.toNanos();
    private final ProjectionMetrics metrics;
    private final CountDownLatch stopSignal = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final RequestedRedrives redrives;
    private @Nullable String upkeepFailure;
    private volatile boolean started;
    private volatile @Nullable Consumer<byte[], byte[]> current;
    private volatile ProjectorStatus status;

    Projector(ProjectorBuilder parts) {
        definition = parts.definition;
        group = definition.group(parts.service());
        dataSource = parts.dataSource();
        options = parts.options;
        faultPoint = parts.faultPoint;
        clock = parts.clock;
        consumers = parts.consumers(group);
        topicIds = parts.topicIds();
        transactions = new Transactions(dataSource, definition, group, options, faultPoint);
        pipeline = new Pipeline(definition, transactions, options, parts.stages);
        letters = new DeadLetters(dataSource);
        retentionCheck = new RetentionCheck(definition, options.processedEventRetention());
        redrives = new RequestedRedrives(definition.key(), redrive(), dataSource);
        lag = new Lag(clock);
        metrics = new ProjectionMetrics(parts.meters, definition.key(), lag, backlog);
        status = status(ProjectorStatus.Phase.STARTING, "It has not joined its group yet", List.of(), List.of());
    }

    /** Collects the parts of a projector. */
    public static ProjectorBuilder of(ProjectionDefinition definition) {
        return new ProjectorBuilder(definition);
    }

    /** Begins on a thread of the executor, which it keeps until {@link #stop}. To be called once. */
    public void start(Executor executor) {
        started = true;
        executor.execute(this::run);
    }

    /**
     * Ends: the running transaction is completed, the offsets are told to Kafka, the group is left. What has not ended
     * within the bound is broken off and rolled back.
     *
     * @return whether the thread is free again
     */
    public boolean stop(Duration bound) {
        askToStop();
        if (!started) {
            return true;
        }
        try {
            if (ended.await(bound.toMillis(), TimeUnit.MILLISECONDS)) {
                return true;
            }
            LOG.warn("Projection {} did not end within {}: its transaction is broken off", definition, bound);
            transactions.abort();
            return ended.await(KAFKA_GOODBYE.toMillis() * 2, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Asks to end, and does not wait; several projectors are asked before one is waited for. */
    public void askToStop() {
        stopSignal.countDown();
        var consumer = current;
        if (consumer != null) {
            consumer.wakeup();
        }
    }

    /** Replays its dead letters; needs no start, and may be used while it runs. */
    public Redrive redrive() {
        return new Redrive(definition.key(), pipeline, dataSource);
    }

    /**
     * Does what operators have asked for and what else is due beside the consumer, until it is asked to stop; to be
     * called again and again, by one thread. A failure is logged and comes to nothing but a later try.
     */
    public void upkeep() {
        try {
            while (!isStopping() && redrives.serve(() -> !isStopping())) {
                LOG.debug("Projection {} has served a request", definition);
            }
            forgetProcessedEvents();
            backlog.set(letters.counts(definition.key()));
            upkeepFailure = null;
        } catch (SQLException | RuntimeException e) {
            var reason = e.toString();
            if (!reason.equals(upkeepFailure)) {
                LOG.warn("The upkeep of projection {} failed and will be tried again: {}", definition, reason);
            }
            upkeepFailure = reason;
        }
    }

    private void forgetProcessedEvents() throws SQLException {
        if (definition.strategy() != Strategy.PROCESSED_EVENT || System.nanoTime() - cleanedAt < CLEANING.toNanos()) {
            return;
        }
        try (var connection = dataSource.getConnection()) {
            var count = FORGOTTEN_AT_ONCE;
            while (!isStopping() && count == FORGOTTEN_AT_ONCE) {
                count = ProcessedEvents.forget(
                        connection, definition.key(), options.processedEventRetention(), FORGOTTEN_AT_ONCE);
            }
        }
        cleanedAt = System.nanoTime();
    }

    /** How it is doing; never waits. */
    public ProjectorStatus status() {
        var now = status;
        return new ProjectorStatus(
                now.projection(),
                now.group(),
                now.phase(),
                now.reason(),
                now.partitions(),
                lag.records(),
                lag.seconds(),
                backlog.parked(),
                backlog.letters(),
                now.failing());
    }

    private boolean isStopping() {
        return stopSignal.getCount() == 0;
    }

    private void run() {
        var failures = 0;
        @Nullable String last = null;
        try {
            while (!isStopping()) {
                try {
                    live();
                    failures = 0;
                } catch (WakeupException e) {
                    LOG.debug("Projection {} was woken", definition);
                } catch (InterruptException e) {
                    LOG.info("Projection {} ends because its thread was interrupted", definition);
                    stopSignal.countDown();
                } catch (Throwable e) {
                    failures = status.phase() == ProjectorStatus.Phase.RUNNING ? 1 : failures + 1;
                    var reason = "Its consumer ended: " + e;
                    if (!reason.equals(last)) {
                        LOG.error("The consumer of projection {} ended and will be opened anew", definition, e);
                    }
                    last = reason;
                    status = status(ProjectorStatus.Phase.STARTING, reason, List.of(), List.of());
                    if (stopSignal.await(options.backoff().before(failures).toMillis(), TimeUnit.MILLISECONDS)) {
                        break;
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            status = status(ProjectorStatus.Phase.STOPPED, "It has been stopped", List.of(), List.of());
            metrics.close();
            ended.countDown();
        }
    }

    private void live() {
        try (var ids = topicIds.get();
                var closing = new ClosingConsumer(consumers.get())) {
            var consumer = closing.consumer();
            current = consumer;
            var positioning = new Positioning(definition.key(), definition.topic(), dataSource, ids);
            var loop = new ConsumerLoop(
                    definition.key(),
                    definition.topic(),
                    consumer,
                    pipeline,
                    positioning,
                    ids,
                    options,
                    metrics,
                    lag,
                    faultPoint,
                    clock);
            loop.begin();
            try {
                while (!isStopping()) {
                    loop.turn();
                    if (loop.isJoined()) {
                        retentionCheck.run(ids);
                    }
                    status = loop.isJoined()
                            ? status(ProjectorStatus.Phase.RUNNING, loop.reason(), loop.assigned(), loop.failing())
                            : status;
                }
            } catch (WakeupException e) {
                LOG.debug("Projection {} was woken", definition);
            }
            loop.end();
        } finally {
            current = null;
        }
    }

    private ProjectorStatus status(
            ProjectorStatus.Phase phase,
            @Nullable String reason,
            List<Integer> partitions,
            List<FailingRecord> failing) {
        return new ProjectorStatus(definition.key(), group, phase, reason, partitions, 0, 0, 0, 0, failing);
    }

    private record ClosingConsumer(Consumer<byte[], byte[]> consumer) implements AutoCloseable {

        @Override
        public void close() {
            Thread.interrupted(); // an interrupted thread could not say goodbye to the group
            consumer.close(CloseOptions.timeout(KAFKA_GOODBYE));
        }
    }
}
