package dev.antiphon.projector.jdbc;

import dev.antiphon.projector.ReadDatabase;
import dev.antiphon.projector.VersionedRow;
import org.jspecify.annotations.Nullable;

/** A batched guarded row, and whether it was written once that is known. */
final class GuardedChange implements ReadDatabase.Change {

    private final VersionedRow row;
    private final Runnable flush;
    private @Nullable Boolean happened;

    /** @param flush runs what is batched */
    GuardedChange(VersionedRow row, Runnable flush) {
        this.row = row;
        this.flush = flush;
    }

    VersionedRow row() {
        return row;
    }

    void happened(boolean written) {
        happened = written;
    }

    @Override
    public boolean happened() {
        if (happened == null) {
            flush.run();
        }
        return Boolean.TRUE.equals(happened);
    }
}
