package dev.antiphon.projector.verify;

import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.snapshots.ProjectionBusyException;
import dev.antiphon.projector.snapshots.SnapshotProgress;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Verifies projections again and again, one after the other, until it is stopped. Of all nodes that do this, one verifies a
 * projection: when its last verification is long enough ago, whoever did that. It mends nothing.
 *
 * <p>Whatever fails is logged and tried again; of a verification that is broken off, nothing is left.
 */
public final class RegularVerification {

    private static final Logger LOG = LoggerFactory.getLogger(RegularVerification.class);
    private static final Duration LOOK = Duration.ofSeconds(10);

    private final DataSource writeStore;
    private final DataSource readDatabase;
    private final Supplier<? extends TopicEnds> openEnds;
    private final List<ProjectionDefinition> projections;
    private final Duration interval;
    private final VerifySettings settings;
    private final VerificationMetrics metrics;
    private final Verifications results;
    private final Map<ProjectionDefinition, String> failures = new HashMap<>();
    private final CountDownLatch stop = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean started;
    private @Nullable TopicEnds ends;

    /**
     * One that has not begun.
     *
     * @param writeStore may read the views of the snapshots and of the unsent events; need not be able to do more
     * @param readDatabase as the projector may use it
     * @param openEnds called when one is due for the first time; what it gives is closed in the end
     * @param interval from the end of one verification of a projection to the beginning of the next
     * @param metrics tell what was found
     */
    public RegularVerification(
            DataSource writeStore,
            DataSource readDatabase,
            Supplier<? extends TopicEnds> openEnds,
            List<ProjectionDefinition> projections,
            Duration interval,
            VerifySettings settings,
            VerificationMetrics metrics) {
        this.writeStore = writeStore;
        this.readDatabase = readDatabase;
        this.openEnds = openEnds;
        this.projections = projections.stream()
                .filter(projection -> projection.snapshot().isPresent())
                .toList();
        this.interval = interval;
        this.settings = settings;
        this.metrics = metrics;
        this.results = new Verifications(readDatabase);
    }

    /** Begins on a thread of the executor, which it keeps until it is stopped; takes others while it compares. To be called once. */
    public void start(Executor executor) {
        started = true;
        executor.execute(() -> {
            try {
                run(executor);
            } finally {
                if (ends != null) {
                    ends.close();
                }
                ended.countDown();
            }
        });
    }

    private void run(Executor threads) {
        var look = interval.compareTo(LOOK) < 0 ? interval : LOOK;
        do {
            for (var projection : projections) {
                if (!isStopping()) {
                    verify(projection, threads);
                }
            }
        } while (!stopsWithin(look));
    }

    private void verify(ProjectionDefinition projection, Executor threads) {
        try {
            if (results.isDue(projection.key(), interval)) {
                verifyNow(projection, threads);
            }
            results.find(projection.key()).ifPresent(state -> metrics.tell(projection.key(), state));
            failures.remove(projection);
        } catch (ProjectionBusyException e) {
            LOG.debug("{}", e.getMessage());
        } catch (SQLException | RuntimeException e) {
            var failure = e.getMessage() == null ? e.toString() : e.getMessage();
            if (!failure.equals(failures.put(projection, failure)) && !isStopping()) {
                LOG.warn("Projection {} could not be verified, which will be tried again: {}", projection, failure);
            }
        }
    }

    private void verifyNow(ProjectionDefinition projection, Executor threads) throws SQLException {
        if (ends == null) {
            ends = openEnds.get();
        }
        new Verification(writeStore, readDatabase, ends, settings, SnapshotProgress.SILENT, threads)
                .run(List.of(projection), () -> !isStopping())
                .forEach(RegularVerification::tell);
    }

    /** Without what is in the rows: that need not be for everybody who reads the log. */
    private static void tell(VerifyReport report) {
        if (report.drifted() > 0) {
            LOG.warn(
                    "Projection {} differs from the write store in {} of {} aggregates and sums: {}. Look at them with"
                            + " `antiphon verify {}`, and mend them with --heal.",
                    report.projection(),
                    report.drifted(),
                    report.compared(),
                    report.told().stream()
                            .map(drift -> (drift.kind().word() + " " + drift.table()).strip() + " " + drift.of())
                            .collect(Collectors.joining(
                                    ", ", "", report.drifted() > report.told().size() ? ", …" : "")),
                    report.projection());
        } else if (report.undecided() > 0) {
            LOG.warn(
                    "{} aggregates of projection {} could not be compared with the write store: {}",
                    report.undecided(),
                    report.projection(),
                    report.why());
        } else {
            LOG.info(
                    "Projection {} agrees with the write store in {} aggregates",
                    report.projection(),
                    report.compared());
        }
    }

    private boolean isStopping() {
        return stop.getCount() == 0;
    }

    private boolean stopsWithin(Duration time) {
        try {
            return stop.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** Asks to end after the page that is being compared, and does not wait. */
    public void askToStop() {
        stop.countDown();
    }

    /** Ends, see {@link #askToStop()}, and waits for that. */
    public boolean stop(Duration bound) {
        askToStop();
        try {
            return !started || ended.await(bound.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            metrics.close();
        }
    }
}
