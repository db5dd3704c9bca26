package dev.antiphon.projector;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The read database inside the running transaction. Belongs to one transaction and one thread: not to be kept.
 *
 * <p>Parameters are what JDBC takes, and besides: {@code Instant} (a {@code timestamptz}), {@code LocalDate}, enums (by
 * name), null.
 *
 * <p>All methods throw {@link ReadDatabaseException} when the database refuses; let it pass, the framework decides
 * whether the event is tried again. A failure of a batched statement appears at the latest before the commit.
 */
public interface ReadDatabase {

    /**
     * Puts a statement into the transaction's batches, the fast way to write: it runs before the next
     * {@link #query}, {@link #update} or {@link #upsert}, and at the latest before the commit. The statements of one
     * aggregate run in the order of the calls; those of different aggregates may be regrouped (rule E9).
     */
    void batch(String sql, @Nullable Object... parameters);

    /** Runs a statement now, after everything batched, and gives the number of rows. */
    int update(String sql, @Nullable Object... parameters);

    /** Runs a query now, after everything batched. Contributions to a {@link RunningSum} are not visible yet. */
    <T> List<T> query(String sql, RowMapper<T> mapper, @Nullable Object... parameters);

    /** Puts a guarded row into the batches, see {@link #batch(String, Object...)}, and says later whether it changed. */
    Change batch(VersionedRow row);

    /** Writes a guarded row now and says whether it changed: false means that a version as high was there before. */
    boolean upsert(VersionedRow row);

    /** What becomes of a batched row. */
    interface Change {

        /**
         * Whether the row was written; false means that a version as high was there before, or that there was no row for
         * one that is only to be written where there is. Runs everything batched, if that has not happened yet.
         */
        boolean happened();
    }

    /** This transaction's contributions to a running sum; written together at the end of the transaction. */
    Contributions sum(RunningSum sum);
}
