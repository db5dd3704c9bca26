package dev.antiphon.projector.consumer;

import dev.antiphon.projector.pipeline.BatchResult;
import dev.antiphon.projector.pipeline.Transactions;
import dev.antiphon.projector.spi.Failure;
import dev.antiphon.projector.spi.Outcome;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The meters of one projection, used by all its threads; counts only what is committed. */
final class ProjectionMetrics {

    private static final String TAG = "projection";

    /** A topic may hold anything; beyond this many event types the others are counted together. */
    private static final int MOST_TYPES = 50;

    private final MeterRegistry registry;
    private final String projection;
    private final Counter applied;
    private final Counter duplicates;
    private final Counter covered;
    private final DistributionSummary batchSize;
    private final Timer batchTime;
    private final Counter retries;
    private final Counter gaps;
    private final List<Gauge> gauges;
    private final List<Transactions> staleRows = new CopyOnWriteArrayList<>();
    private final Set<String> skippedTypes = ConcurrentHashMap.newKeySet();

    ProjectionMetrics(MeterRegistry registry, String projection, Lags lags, Backlog backlog, PauseWatch pause) {
        this.registry = registry;
        this.projection = projection;
        applied = Counter.builder("antiphon.projection.applied")
                .description("Events applied")
                .tag(TAG, projection)
                .register(registry);
        duplicates = Counter.builder("antiphon.projection.duplicates")
                .description("Events that had been applied before and were passed over")
                .tag(TAG, projection)
                .register(registry);
        covered = Counter.builder("antiphon.projection.covered")
                .description("Events left to a rebuild, which will read their aggregates later")
                .tag(TAG, projection)
                .register(registry);
        batchSize = DistributionSummary.builder("antiphon.projection.batch.size")
                .description("Records in one transaction")
                .tag(TAG, projection)
                .register(registry);
        batchTime = Timer.builder("antiphon.projection.batch")
                .description("Time of one transaction with all its records")
                .tag(TAG, projection)
                .register(registry);
        retries = Counter.builder("antiphon.projection.retries")
                .description("Failures of handlers after which the event is tried again")
                .tag(TAG, projection)
                .register(registry);
        gaps = Counter.builder("antiphon.projection.gaps")
                .description("Holes in the versions of an aggregate")
                .tag(TAG, projection)
                .register(registry);
        FunctionCounter.builder(
                        "antiphon.projection.stale",
                        staleRows,
                        all -> all.stream().mapToLong(Transactions::staleRows).sum())
                .description("Guarded rows that were not written, since a version as high was there")
                .tag(TAG, projection)
                .register(registry);
        gauges = List.of(
                Gauge.builder("antiphon.projection.paused", pause, each -> each.isPaused() ? 1 : 0)
                        .description("1 while an operator has paused it")
                        .tag(TAG, projection)
                        .register(registry),
                Gauge.builder("antiphon.projection.parked", backlog, Backlog::parked)
                        .description("Aggregates whose events wait in the dead letters, of all nodes")
                        .tag(TAG, projection)
                        .register(registry),
                Gauge.builder("antiphon.projection.deadletters.waiting", backlog, Backlog::letters)
                        .description("Dead letters neither redriven nor discarded, of all nodes")
                        .tag(TAG, projection)
                        .register(registry),
                Gauge.builder("antiphon.projection.lag.records", lags, Lags::records)
                        .description("Records not applied yet, in the partitions of this node")
                        .tag(TAG, projection)
                        .register(registry),
                Gauge.builder("antiphon.projection.lag", lags, Lags::seconds)
                        .description("Age of the oldest record not applied yet")
                        .baseUnit("seconds")
                        .tag(TAG, projection)
                        .register(registry));
    }

    void committed(BatchResult result, Duration time) {
        batchSize.record(result.outcomes().size());
        batchTime.record(time);
        result.outcomes().forEach(this::count);
    }

    void count(Outcome outcome) {
        if (outcome instanceof Outcome.Applied) {
            applied.increment();
        } else if (outcome instanceof Outcome.Duplicate) {
            duplicates.increment();
        } else if (outcome instanceof Outcome.Covered) {
            covered.increment();
        } else if (outcome instanceof Outcome.DeadLettered letter) {
            Counter.builder("antiphon.projection.deadletters")
                    .description("Records that were put into the dead letters")
                    .tag(TAG, projection)
                    .tag("kind", letter.why() == null ? "follows" : kind(letter.why()))
                    .register(registry)
                    .increment();
        } else if (outcome instanceof Outcome.Skipped skipped) {
            Counter.builder("antiphon.projection.skipped")
                    .description("Records that nobody handles")
                    .tag(TAG, projection)
                    .tag("type", bounded(skipped.type()))
                    .register(registry)
                    .increment();
        }
    }

    private String bounded(String type) {
        if (skippedTypes.contains(type) || skippedTypes.size() < MOST_TYPES && skippedTypes.add(type)) {
            return type;
        }
        return "other";
    }

    private static String kind(Failure failure) {
        return failure.kind().name().toLowerCase(Locale.ROOT);
    }

    void retried() {
        retries.increment();
    }

    void gap() {
        gaps.increment();
    }

    void failed(Failure failure) {
        Counter.builder("antiphon.projection.failures")
                .description("Attempts that failed and were rolled back")
                .tag(TAG, projection)
                .tag("kind", kind(failure))
                .register(registry)
                .increment();
    }

    /** Counts what transactions found written already. */
    void watch(Transactions transactions) {
        staleRows.add(transactions);
    }

    /** Takes the gauges away, which would otherwise tell the last lag for ever. */
    void close() {
        gauges.forEach(registry::remove);
    }
}
