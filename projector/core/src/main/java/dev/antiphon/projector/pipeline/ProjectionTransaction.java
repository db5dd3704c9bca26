package dev.antiphon.projector.pipeline;

import dev.antiphon.projector.jdbc.Changes;
import dev.antiphon.projector.jdbc.JdbcReadDatabase;
import dev.antiphon.projector.jdbc.RebuildReach;
import dev.antiphon.projector.jdbc.Rebuilds;
import dev.antiphon.projector.jdbc.Watermarks;
import dev.antiphon.projector.letters.Letters;
import dev.antiphon.projector.spi.FaultPoint;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * One open transaction of the read database: position already moved, parked aggregates and watermarks
 * read and locked, events already marked
 * as processed. Closing it without {@link #commit()} takes all of that back.
 */
final class ProjectionTransaction implements AutoCloseable {

    private final String projection;
    private final Connection connection;
    private final FaultPoint faultPoint;
    private final Instant begunAt;
    private final @Nullable RebuildReach rebuild;
    private final Letters letters;
    private final Watermarks watermarks;
    private final Changes changes;
    private final Set<String> fresh;
    private final LongAdder staleRows;
    private final JdbcReadDatabase database;

    /**
     * An open one.
     *
     * @param rebuild how far a rebuild is, which makes some gaps none; null if none is under way
     * @param fresh ids of the events that no transaction before has marked as processed
     * @param staleRows counts guarded rows that were not written, at the commit
     */
    ProjectionTransaction(
            String projection,
            Connection connection,
            FaultPoint faultPoint,
            Instant begunAt,
            @Nullable RebuildReach rebuild,
            JdbcReadDatabase database,
            Letters letters,
            Watermarks watermarks,
            Changes changes,
            Set<String> fresh,
            LongAdder staleRows) {
        this.projection = projection;
        this.connection = connection;
        this.faultPoint = faultPoint;
        this.begunAt = begunAt;
        this.rebuild = rebuild;
        this.letters = letters;
        this.watermarks = watermarks;
        this.changes = changes;
        this.fresh = fresh;
        this.staleRows = staleRows;
        this.database = database;
    }

    /** The database's time at the beginning. */
    Instant begunAt() {
        return begunAt;
    }

    /** How far a rebuild is that is under way; null if none is. */
    @Nullable RebuildReach rebuild() {
        return rebuild;
    }

    Letters letters() {
        return letters;
    }

    Watermarks watermarks() {
        return watermarks;
    }

    Changes changes() {
        return changes;
    }

    /** Whether an event is new to this consumer; true once, then it counts as seen. */
    boolean isFresh(String eventId) {
        return fresh.remove(eventId);
    }

    /** What handlers write with, in the name of an aggregate. */
    JdbcReadDatabase databaseFor(String aggregateId) {
        database.forAggregate(aggregateId);
        return database;
    }

    /** Ends a rebuild's claim, together with the rest. */
    void rebuilt(long applied, long ahead, long covered) throws SQLException {
        Rebuilds.done(connection, projection, applied, ahead, covered);
    }

    /** Runs what is still batched, and commits everything together. */
    void commit() throws SQLException {
        database.complete();
        watermarks.save();
        letters.save();
        changes.save();
        faultPoint.reached(FaultPoint.Place.AFTER_EFFECT_BEFORE_COMMIT, projection);
        connection.commit();
        staleRows.add(database.staleRows());
    }

    @Override
    public void close() {
        Transactions.release(connection);
    }
}
