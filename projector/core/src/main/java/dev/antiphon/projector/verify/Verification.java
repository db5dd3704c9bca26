package dev.antiphon.projector.verify;

import dev.antiphon.events.AggregateSnapshot;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.jdbc.ProjectionVersions;
import dev.antiphon.projector.jdbc.Rebuilds;
import dev.antiphon.projector.snapshots.Pace;
import dev.antiphon.projector.snapshots.ProjectionLocks;
import dev.antiphon.projector.snapshots.SnapshotException;
import dev.antiphon.projector.snapshots.SnapshotGroups;
import dev.antiphon.projector.snapshots.SnapshotPages;
import dev.antiphon.projector.snapshots.SnapshotProgress;
import dev.antiphon.projector.snapshots.Together;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;

/**
 * Compares read models with the write store, and mends them if it is told to, while commands, events and readers go on.
 *
 * <p>Each page of the write store is turned into rows by the projection's own method for snapshots, in copies of its tables,
 * and compared with the tables at one moment, version by version. At equal versions the rows must be equal. At different
 * ones, events may be under way: it waits until the outbox has sent them and the projection has passed them, and looks again.
 * In the end come rows of aggregates that do not exist, and running sums, which must be what their parts add up to.
 *
 * <p>Mending holds the aggregates, takes their rows away, reads the write store again and writes what it says, in one
 * transaction. Everything else only reads, but for a note of what was found, see {@link Verifications}.
 */
public final class Verification {

    private final DataSource writeStore;
    private final DataSource readDatabase;
    private final TopicEnds ends;
    private final VerifySettings settings;
    private final SnapshotProgress progress;
    private final Executor threads;
    private final Verifications results;

    /**
     * A verification that has not begun.
     *
     * @param writeStore may read the views of the snapshots and of the unsent events; need not be able to do more
     * @param readDatabase as the projector may use it
     * @param threads for reading ahead, and one for each projection
     */
    public Verification(
            DataSource writeStore,
            DataSource readDatabase,
            TopicEnds ends,
            VerifySettings settings,
            SnapshotProgress progress,
            Executor threads) {
        this.writeStore = writeStore;
        this.readDatabase = readDatabase;
        this.ends = ends;
        this.settings = settings;
        this.progress = progress;
        this.threads = threads;
        this.results = new Verifications(readDatabase);
    }

    /**
     * Verifies projections. Those of the same snapshots are verified together.
     *
     * @param goOn asked before each page, and while it waits
     * @return what was found in each; empty if it was stopped
     * @throws SnapshotException if one of them cannot be verified, or is being rebuilt
     * @throws SQLException if a database fails; what is mended stays mended
     */
    public List<VerifyReport> run(List<ProjectionDefinition> projections, BooleanSupplier goOn) throws SQLException {
        var groups = SnapshotGroups.of(projections);
        var rebuilds = new Rebuilds(readDatabase);
        var reports = new ArrayList<VerifyReport>();
        try (var locks = new ProjectionLocks(readDatabase)) {
            for (var projection : projections) {
                locks.take(projection.key());
                locks.keepInPlace(projection.key());
                ProjectionVersions.note(readDatabase, projection);
                var rebuild = rebuilds.find(projection.key());
                if (rebuild.isPresent() && rebuild.get().finishedAt() == null) {
                    throw new SnapshotException(
                            "The rebuild of projection '" + projection
                                    + "' has not come to its end: run `antiphon rebuild " + projection.name()
                                    + "` first.",
                            null);
                }
            }
            for (var group : groups.entrySet()) {
                reports.addAll(run(group.getKey(), group.getValue(), goOn));
                if (!goOn.getAsBoolean()) {
                    return List.of();
                }
            }
        }
        return reports;
    }

    private List<VerifyReport> run(Class<?> snapshot, List<ProjectionDefinition> projections, BooleanSupplier goOn)
            throws SQLException {
        var targets = new ArrayList<VerifiedProjection>();
        try (var write = writeStore.getConnection();
                var pages = new SnapshotPages(write, snapshot)) {
            for (var projection : projections) {
                targets.add(
                        VerifiedProjection.open(projection, snapshot, writeStore, readDatabase, ends, settings, goOn));
            }
            progress.begin(
                    String.join(
                            ", ",
                            projections.stream().map(ProjectionDefinition::key).toList()),
                    pages.count(""));
            var pace = new Pace(settings.perSecond(), goOn);
            var page = pages.next("", settings.pageSize());
            while (!page.isEmpty() && goOn.getAsBoolean()) {
                var next = compare(pages, page, targets);
                pace.done(page.size());
                page = next;
            }
            var reports = goOn.getAsBoolean()
                    ? Together.run(targets, VerifiedProjection::complete, threads)
                    : List.<VerifyReport>of();
            progress.end();
            return goOn.getAsBoolean() ? noted(reports) : List.of();
        } finally {
            for (var target : targets) {
                target.close();
            }
        }
    }

    private List<VerifyReport> noted(List<VerifyReport> reports) throws SQLException {
        for (var report : reports) {
            results.note(report, settings.heal());
        }
        return reports;
    }

    /** Compares one page while the next one is read. */
    private List<AggregateSnapshot> compare(
            SnapshotPages pages, List<AggregateSnapshot> page, List<VerifiedProjection> targets) throws SQLException {
        var last = page.get(page.size() - 1).aggregateId();
        var next = CompletableFuture.supplyAsync(() -> pages.next(last, settings.pageSize()), threads);
        try {
            Together.run(targets, target -> target.compare(page), threads);
        } finally {
            next.exceptionally(failure -> List.of()).join();
        }
        progress.advance(page.size());
        return Together.join(next);
    }
}
