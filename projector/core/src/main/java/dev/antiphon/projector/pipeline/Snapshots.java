package dev.antiphon.projector.pipeline;

import dev.antiphon.events.AggregateSnapshot;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.definition.SnapshotHandler;
import dev.antiphon.projector.jdbc.Purpose;
import java.util.Collection;
import java.util.stream.Collectors;

/** Makes a projection's rows of snapshots instead of events (rule S3), while events may flow. */
public final class Snapshots {

    /** What stands for the event type where rows were made of a state. */
    private static final String SNAPSHOT = "snapshot";

    private final SnapshotHandler handler;
    private final Transactions transactions;

    /** @throws IllegalArgumentException if the projection has no method for snapshots */
    public Snapshots(ProjectionDefinition definition, Transactions transactions) {
        this.handler = definition
                .snapshot()
                .orElseThrow(() -> new IllegalArgumentException("Projection '" + definition
                        + "' cannot be rebuilt: it has no public method that takes a snapshot and ReadDatabase."));
        this.transactions = transactions;
    }

    /**
     * What came of some snapshots.
     *
     * @param applied their rows are written and their watermarks set
     * @param ahead left alone, since the watermark is higher
     * @param covered letters of parked aggregates that are done with, since their events are in the snapshots
     */
    public record Result(int applied, int ahead, int covered) {}

    /** Applies snapshots that belong to no rebuild. */
    public Result apply(Collection<? extends AggregateSnapshot> snapshots) throws Exception {
        return apply(snapshots, Purpose.SNAPSHOTS);
    }

    /**
     * Applies the snapshots of a rebuild's page, and ends its claim.
     *
     * @throws dev.antiphon.projector.jdbc.ClaimLostException if it is no longer held; nothing has changed, and what was
     *     read may be old by now
     */
    public Result apply(Collection<? extends AggregateSnapshot> page, long claim) throws Exception {
        return apply(page, Purpose.rebuild(claim));
    }

    /**
     * Applies snapshots of different aggregates in one transaction, which holds their watermarks, as consumer and redrive
     * do: an event up to the snapshot's version is a duplicate afterwards, the next one is applied. Rows of the same version
     * are written anew. Letters up to the snapshot's version are covered, and an aggregate without any other is unparked.
     *
     * @throws Exception if it failed; nothing has changed, unless the answer to the commit was lost. {@link Failures} tells
     *     whether to try again: it lost, for one, to the first event of one of the aggregates
     */
    private Result apply(Collection<? extends AggregateSnapshot> snapshots, Purpose purpose) throws Exception {
        var ids = snapshots.stream().map(AggregateSnapshot::aggregateId).collect(Collectors.toSet());
        var applied = 0;
        var covered = 0;
        try (var transaction = transactions.beginSnapshots(ids, purpose)) {
            for (var snapshot : snapshots) {
                var id = snapshot.aggregateId();
                var version = snapshot.aggregateVersion();
                var seen = transaction.watermarks().of(id);
                if (version < seen) {
                    continue;
                }
                handler.call(snapshot, transaction.databaseFor(id));
                applied++;
                if (version > seen) {
                    transaction.watermarks().advance(id, version);
                    transaction.changes().add(id, version, SNAPSHOT);
                }
                if (transaction.letters().isParked(id)) {
                    covered += transaction.letters().cover(id, version);
                }
            }
            if (purpose.rebuildClaim() != null) {
                transaction.rebuilt(applied, snapshots.size() - applied, covered);
            }
            transaction.commit();
        }
        return new Result(applied, snapshots.size() - applied, covered);
    }
}
