package dev.antiphon.projector.verify;

import dev.antiphon.projector.jdbc.CopyIn;
import dev.antiphon.projector.snapshots.Pace;
import dev.antiphon.projector.snapshots.SnapshotPages;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a verification goes.
 *
 * @param pageSize how many aggregates are compared at once
 * @param perSecond how many aggregates at most; 0 for as many as it can
 * @param patience how long it waits for events under way to arrive, and goes on trying to mend while it loses locks
 * @param heal whether what is wrong is mended
 * @param told how many differences of each projection are told one by one; all are counted
 * @param copyIn for the rows in the copies of tables; null for statements
 */
public record VerifySettings(
        int pageSize,
        int perSecond,
        Duration patience,
        boolean heal,
        int told,
        @Nullable CopyIn copyIn) {

    /** Refuses what makes no sense. */
    public VerifySettings {
        SnapshotPages.checkSize(pageSize);
        Pace.checkRate(perSecond);
    }

    /** 2000 aggregates a page, as fast as it can, a minute's patience, mends nothing, tells 20 differences. */
    public static VerifySettings defaults() {
        return new VerifySettings(2_000, 0, Duration.ofMinutes(1), false, 20, null);
    }

    /** The same, with pages of another size. */
    public VerifySettings pageSize(int aggregates) {
        return new VerifySettings(aggregates, perSecond, patience, heal, told, copyIn);
    }

    /** The same, with a rate. */
    public VerifySettings perSecond(int aggregates) {
        return new VerifySettings(pageSize, aggregates, patience, heal, told, copyIn);
    }

    /** The same, with another patience. */
    public VerifySettings patience(Duration limit) {
        return new VerifySettings(pageSize, perSecond, limit, heal, told, copyIn);
    }

    /** The same, mending what is wrong or not. */
    public VerifySettings heal(boolean mends) {
        return new VerifySettings(pageSize, perSecond, patience, mends, told, copyIn);
    }

    /** The same, copying rows into the copies of tables. */
    public VerifySettings copyIn(CopyIn copy) {
        return new VerifySettings(pageSize, perSecond, patience, heal, told, copy);
    }
}
