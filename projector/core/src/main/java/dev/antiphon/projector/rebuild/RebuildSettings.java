package dev.antiphon.projector.rebuild;

import dev.antiphon.projector.jdbc.CopyIn;
import dev.antiphon.projector.snapshots.Pace;
import dev.antiphon.projector.snapshots.SnapshotPages;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a rebuild goes.
 *
 * @param pageSize how many aggregates are read by one statement and written by one transaction
 * @param perSecond how many aggregates at most; 0 for as many as it can
 * @param lease how long a page may take to be read before others may take its claim back: so long a dead rebuild holds up
 *     events of the aggregates in it
 * @param patience how long it goes on trying while it loses locks to others
 * @param copyIn for rows of which none is there yet, which are most of them; null for statements alone
 */
public record RebuildSettings(
        int pageSize,
        int perSecond,
        Duration lease,
        Duration patience,
        @Nullable CopyIn copyIn) {

    /** Refuses what makes no sense. */
    public RebuildSettings {
        SnapshotPages.checkSize(pageSize);
        Pace.checkRate(perSecond);
    }

    public static RebuildSettings defaults() {
        return new RebuildSettings(2_000, 0, Duration.ofSeconds(30), Duration.ofMinutes(1), null);
    }

    /** The same, with a rate. */
    public RebuildSettings perSecond(int aggregates) {
        return new RebuildSettings(pageSize, aggregates, lease, patience, copyIn);
    }

    /** The same, with pages of another size. */
    public RebuildSettings pageSize(int aggregates) {
        return new RebuildSettings(aggregates, perSecond, lease, patience, copyIn);
    }

    /** The same, copying rows of which none is there yet. */
    public RebuildSettings copyIn(CopyIn copy) {
        return new RebuildSettings(pageSize, perSecond, lease, patience, copy);
    }
}
