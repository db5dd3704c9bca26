package dev.antiphon.projector.consumer;

import dev.antiphon.projector.consumer.ConsumerThread.ThreadStatus;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.pipeline.Pipeline;
import dev.antiphon.projector.pipeline.Redrive;
import dev.antiphon.projector.pipeline.RequestedRedrives;
import dev.antiphon.projector.pipeline.Transactions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The consumers of one projection on one node: bring the events of its topic into the read database, each with the effect of exactly
 * once and in order for each aggregate, until they are stopped. May be killed at any point.
 *
 * <p>Each consumer runs on a thread that {@link #start} takes from the executor and keeps. Several share the partitions,
 * like several nodes; their handlers then run at the same time, for different aggregates.
 */
public final class Projector {

    /** Longer than a record that fails or waits for another is to hold up its partition. */
    private static final Duration STUCK = Duration.ofMinutes(1);

    private final ProjectionDefinition definition;
    private final String group;
    private final DataSource dataSource;
    private final Clock clock;
    private final Pipeline redrivePipeline;
    private final Backlog backlog = new Backlog();
    private final PauseWatch pause;
    private final List<ConsumerThread> threads = new ArrayList<>();
    private final Lags lags;
    private final ProjectionMetrics metrics;
    private final Upkeep upkeep;
    private volatile boolean stopping;
    private volatile boolean started;

    Projector(ProjectorBuilder parts) {
        definition = parts.definition;
        group = parts.group();
        dataSource = parts.dataSource();
        clock = parts.clock;
        pause = new PauseWatch(definition.key());
        lags = new Lags(parts.options.threads(), clock);
        metrics = new ProjectionMetrics(parts.meters, definition.key(), lags, backlog, pause);
        var retentionCheck = new RetentionCheck(definition, parts.options.processedEventRetention());
        var turns = new Semaphore(parts.options.threads(), true);
        for (var number = 0; number < parts.options.threads(); number++) {
            var transactions = transactions(parts);
            var pipeline = new Pipeline(definition, transactions, parts.options, parts.stages, turns);
            threads.add(new ConsumerThread(
                    number, parts, transactions, pipeline, metrics, pause, retentionCheck, lags.ofThread(number)));
        }
        redrivePipeline = new Pipeline(definition, transactions(parts), parts.options, parts.stages, turns);
        var redrives = new RequestedRedrives(definition.key(), redrive(), dataSource);
        upkeep = new Upkeep(definition, parts.options, dataSource, redrives, pause, backlog);
    }

    private Transactions transactions(ProjectorBuilder parts) {
        var transactions = new Transactions(dataSource, definition, group, parts.options, parts.faultPoint);
        metrics.watch(transactions);
        return transactions;
    }

    /** Collects the parts of a projector. */
    public static ProjectorBuilder of(ProjectionDefinition definition) {
        return new ProjectorBuilder(definition);
    }

    /** Begins on threads of the executor, which it keeps until {@link #stop}. To be called once. */
    public void start(Executor executor) {
        started = true;
        threads.forEach(thread -> executor.execute(thread::run));
    }

    /**
     * Ends: running transactions are completed, the offsets are told to Kafka, the group is left. What has not ended
     * within the bound is broken off and rolled back.
     *
     * @return whether the threads are free again
     */
    public boolean stop(Duration bound) {
        askToStop();
        if (!started) {
            return true;
        }
        var deadline = System.nanoTime() + bound.toNanos();
        try {
            var ended = true;
            for (var thread : threads) {
                ended &= thread.awaitEnd(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
            }
            return ended;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            metrics.close();
        }
    }

    /** Asks to end, and does not wait; several projectors are asked before one is waited for. */
    public void askToStop() {
        stopping = true;
        threads.forEach(ConsumerThread::askToStop);
    }

    /** Replays its dead letters; needs no start, and may be used while it runs. */
    public Redrive redrive() {
        return new Redrive(definition.key(), redrivePipeline, dataSource);
    }

    /**
     * Does what operators have asked for and what else is due beside the consumers, until it is asked to stop; to be
     * called again and again, by one thread. A failure is logged and comes to nothing but a later try.
     */
    public void upkeep() {
        upkeep.run(() -> !stopping);
    }

    /** How it is doing; never waits. */
    public ProjectorStatus status() {
        var all = threads.stream().map(ConsumerThread::status).toList();
        return new ProjectorStatus(
                definition.key(),
                group,
                phase(all),
                reason(all),
                all.stream()
                        .flatMap(each -> each.partitions().stream())
                        .sorted()
                        .toList(),
                lags.records(),
                lags.seconds(),
                backlog.parked(),
                backlog.letters(),
                all.stream().flatMap(each -> each.failing().stream()).toList());
    }

    private ProjectorStatus.Phase phase(List<ThreadStatus> all) {
        var phase = all.stream().map(ThreadStatus::phase).min(Enum::compareTo).orElseThrow();
        return phase == ProjectorStatus.Phase.RUNNING && pause.isPaused() ? ProjectorStatus.Phase.PAUSED : phase;
    }

    private @Nullable String reason(List<ThreadStatus> all) {
        var paused = pause.pause();
        if (paused != null) {
            return "Paused " + paused.description();
        }
        return all.stream()
                .map(each -> each.reason() != null ? each.reason() : stuck(each))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private @Nullable String stuck(ThreadStatus thread) {
        var silent = Duration.ofNanos(System.nanoTime() - thread.since());
        if (silent.compareTo(STUCK) > 0) {
            return "Its thread has been at the same records for " + silent.toSeconds() + " s";
        }
        return thread.failing().stream()
                .filter(each -> Duration.between(each.since(), clock.instant()).compareTo(STUCK) > 0)
                .map(each -> "Partition " + each.partition() + " has not moved since " + each.since())
                .findFirst()
                .orElse(null);
    }
}
