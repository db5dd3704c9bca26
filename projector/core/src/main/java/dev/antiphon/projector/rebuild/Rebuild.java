package dev.antiphon.projector.rebuild;

import dev.antiphon.projector.ProjectorOptions;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.jdbc.ProjectionVersions;
import dev.antiphon.projector.jdbc.RebuildReach;
import dev.antiphon.projector.jdbc.Rebuilds;
import dev.antiphon.projector.snapshots.Pace;
import dev.antiphon.projector.snapshots.ProjectionLocks;
import dev.antiphon.projector.snapshots.SnapshotException;
import dev.antiphon.projector.snapshots.SnapshotGroups;
import dev.antiphon.projector.snapshots.SnapshotPages;
import dev.antiphon.projector.snapshots.SnapshotProgress;
import dev.antiphon.projector.snapshots.Together;
import dev.antiphon.projector.spi.FaultPoint;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;

/**
 * Fills projections from the write store (rule S3), while commands, events and readers go on.
 *
 * <p>It goes through the ids in the order of their bytes. Each page is claimed in the read database, then read by one
 * statement, then written in one transaction for each projection, together with how far the rebuild has come: killed at any
 * point and run again, it goes on there. In between, consumers leave events that the rebuild will read to it, and let those of
 * the claimed page wait. A claim that a dead rebuild has left is taken back after its lease.
 * Decision 15 says why.
 */
public final class Rebuild {

    private final DataSource writeStore;
    private final DataSource readDatabase;
    private final RebuildSettings settings;
    private final SnapshotProgress progress;
    private final FaultPoint faultPoint;
    private final ProjectorOptions options;
    private final Rebuilds rebuilds;

    /**
     * A rebuild that has not begun.
     *
     * @param writeStore may read the views of the snapshots; need not be able to do more
     * @param readDatabase as the projector may use it
     */
    public Rebuild(
            DataSource writeStore,
            DataSource readDatabase,
            RebuildSettings settings,
            SnapshotProgress progress,
            FaultPoint faultPoint) {
        this.writeStore = writeStore;
        this.readDatabase = readDatabase;
        this.settings = settings;
        this.progress = progress;
        this.faultPoint = faultPoint;
        this.options = ProjectorOptions.defaults();
        this.rebuilds = new Rebuilds(readDatabase);
    }

    /**
     * Fills projections, or goes on where an earlier rebuild of them was stopped. Those of the same snapshots are filled
     * together.
     *
     * @param anew forget how far that one has come
     * @param goOn asked before each page, and while it waits to keep its rate
     * @return how far each of them is now: all are finished unless it was stopped
     * @throws SnapshotException if one of them cannot be rebuilt, or is just being rebuilt by another
     * @throws SQLException if a database fails; what is done stays done
     */
    public List<Rebuilds.State> run(List<ProjectionDefinition> projections, boolean anew, BooleanSupplier goOn)
            throws SQLException {
        var groups = SnapshotGroups.of(projections);
        try (var locks = new ProjectionLocks(readDatabase);
                var write = writeStore.getConnection()) {
            for (var projection : projections) {
                locks.take(projection.key());
                ProjectionVersions.note(readDatabase, projection);
            }
            for (var group : groups.entrySet()) {
                run(write, group.getKey(), group.getValue(), anew, goOn);
            }
        }
        var states = new ArrayList<Rebuilds.State>();
        for (var projection : projections) {
            rebuilds.find(projection.key()).ifPresent(states::add);
        }
        return states;
    }

    private void run(
            Connection write,
            Class<?> snapshot,
            List<ProjectionDefinition> projections,
            boolean anew,
            BooleanSupplier goOn)
            throws SQLException {
        try (var pages = new SnapshotPages(write, snapshot)) {
            run(pages, projections, anew, goOn);
        }
    }

    private void run(SnapshotPages pages, List<ProjectionDefinition> projections, boolean anew, BooleanSupplier goOn)
            throws SQLException {
        var targets = new ArrayList<RebuildTarget>();
        for (var projection : projections) {
            targets.add(new RebuildTarget(
                    projection, readDatabase, options, settings, faultPoint, rebuilds.open(projection.key(), anew)));
        }
        progress.begin(
                String.join(", ", targets.stream().map(RebuildTarget::toString).toList()), pages.count(first(targets)));
        var pace = new Pace(settings.perSecond(), goOn);
        var threads = Executors.newFixedThreadPool(targets.size());
        try {
            while (!targets.isEmpty() && goOn.getAsBoolean()) {
                var count = page(pages, targets, threads);
                progress.advance(count);
                pace.done(count);
            }
        } finally {
            threads.shutdown();
        }
        progress.end();
    }

    /** Where the one is that has come least far. */
    private static String first(List<RebuildTarget> targets) {
        return targets.stream()
                .map(RebuildTarget::doneTo)
                .min(RebuildReach::compare)
                .orElseThrow();
    }

    /** Goes on by one page, and drops the targets that are finished or to be stopped. */
    private int page(SnapshotPages pages, List<RebuildTarget> targets, Executor threads) throws SQLException {
        var after = first(targets);
        var last = pages.end(after, settings.pageSize());
        var to = last.orElse(RebuildReach.END);
        var stopped = new ArrayList<RebuildTarget>();
        for (var target : targets) {
            if (!target.claim(to)) {
                stopped.add(target);
            }
        }
        targets.removeAll(stopped);
        if (targets.isEmpty()) {
            return 0;
        }
        faultPoint.reached(
                FaultPoint.Place.AFTER_CLAIM_BEFORE_PAGE, targets.get(0).toString());
        var page = pages.read(after, last.orElse(null));
        faultPoint.reached(
                FaultPoint.Place.AFTER_PAGE_BEFORE_EFFECT, targets.get(0).toString());
        var complete = Together.run(targets, target -> target.apply(page), threads).stream()
                .allMatch(each -> each);
        faultPoint.reached(FaultPoint.Place.AFTER_PAGE, targets.get(0).toString());
        targets.removeIf(target -> target.doneTo().equals(RebuildReach.END));
        return complete ? page.size() : 0;
    }
}
