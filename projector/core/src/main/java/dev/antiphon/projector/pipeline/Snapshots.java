package dev.antiphon.projector.pipeline;

import dev.antiphon.events.AggregateSnapshot;
import dev.antiphon.projector.ReadDatabase;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.definition.SnapshotHandler;
import dev.antiphon.projector.jdbc.Purpose;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Set;
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
        try (var transaction = transactions.beginSnapshots(ids, purpose)) {
            var result = apply(snapshots, transaction);
            if (purpose.rebuildClaim() != null) {
                transaction.rebuilt(result.applied(), result.ahead(), result.covered());
            }
            transaction.commit();
            return result;
        }
    }

    private Result apply(Collection<? extends AggregateSnapshot> snapshots, ProjectionTransaction transaction)
            throws Exception {
        var applied = 0;
        var covered = 0;
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
        return new Result(applied, snapshots.size() - applied, covered);
    }

    /** The states of some aggregates as they are now, of those that there are. */
    @FunctionalInterface
    public interface WriteStore {
        Collection<? extends AggregateSnapshot> read(Collection<String> aggregateIds) throws SQLException;
    }

    /** Takes away all rows of some aggregates, whatever was wrong with them. */
    @FunctionalInterface
    public interface Clearing {
        void of(Collection<String> aggregateIds, ReadDatabase database);
    }

    /**
     * Makes the rows of some aggregates anew in one transaction: holds the aggregates, takes their rows away, only then
     * reads the write store, and writes what it says. Nothing can come between, and what cannot be held since it is not
     * there yet fails if another brings it. An aggregate that the write store no longer has is left without rows.
     *
     * @throws Exception as {@link #apply(Collection)}; also if the write store is behind the read model: rows must not go
     *     back to what was before
     */
    public Result heal(Set<String> aggregateIds, Clearing clearing, WriteStore writeStore) throws Exception {
        try (var transaction = transactions.beginSnapshots(aggregateIds, Purpose.SNAPSHOTS)) {
            var database = transaction.databaseFor("");
            clearing.of(aggregateIds, database);
            database.complete();
            var result = apply(writeStore.read(aggregateIds), transaction);
            if (result.ahead() > 0) {
                throw new WriteStoreBehindException(result.ahead());
            }
            transaction.commit();
            return result;
        }
    }
}
