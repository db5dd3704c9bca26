package dev.antiphon.projector.pipeline;

import dev.antiphon.events.AggregateSnapshot;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.definition.SnapshotHandler;
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
     * @param known nothing was to be done, since the watermark is as high
     * @param parked left alone, since their aggregates are parked: their letters come first
     */
    public record Result(int applied, int known, int parked) {}

    /**
     * Applies snapshots of different aggregates in one transaction, which holds their watermarks, as consumer and redrive
     * do: an event up to the snapshot's version is a duplicate afterwards, the next one is applied.
     *
     * @throws Exception if it failed; nothing has changed, unless the answer to the commit was lost. {@link Failures} tells
     *     whether to try again: it lost, for one, to the first event of one of the aggregates
     */
    public Result apply(Collection<? extends AggregateSnapshot> snapshots) throws Exception {
        var ids = snapshots.stream().map(AggregateSnapshot::aggregateId).collect(Collectors.toSet());
        var applied = 0;
        var parked = 0;
        try (var transaction = transactions.beginSnapshots(ids)) {
            for (var snapshot : snapshots) {
                var id = snapshot.aggregateId();
                if (transaction.letters().isParked(id)) {
                    parked++;
                } else if (snapshot.aggregateVersion()
                        > transaction.watermarks().of(id)) {
                    handler.call(snapshot, transaction.databaseFor(id));
                    transaction.watermarks().advance(id, snapshot.aggregateVersion());
                    transaction.changes().add(id, snapshot.aggregateVersion(), SNAPSHOT);
                    applied++;
                }
            }
            transaction.commit();
        }
        return new Result(applied, snapshots.size() - applied - parked, parked);
    }
}
