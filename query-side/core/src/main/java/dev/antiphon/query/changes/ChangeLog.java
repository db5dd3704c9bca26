package dev.antiphon.query.changes;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The table of changes. All methods may block. */
interface ChangeLog {

    /**
     * Where a reader begins.
     *
     * @param era of the table; ids of another era mean nothing
     */
    record Beginning(String era, Position position) {}

    /**
     * What one look shows.
     *
     * @param era of the table
     * @param changes the new ones, by id
     * @param oldestRunning every transaction with a lower number is over
     * @param nextNumber no transaction that had begun to write has this number or a higher one
     */
    record Look(String era, List<Change> changes, long oldestRunning, long nextNumber) {}

    /** For a reader that wants what comes from now on, with what is not visible yet as gaps. */
    Beginning now();

    /** What has become visible in the gaps of a position and above it, at most {@code limit}, the lowest ids. */
    Look after(Position position, int limit);

    /**
     * What lies between two positions of one projection.
     *
     * @param aggregateId of these alone; null for all
     * @return changes that {@code until} has seen and {@code from} has not, by id; null where there are more than {@code
     *     limit}, or some are forgotten
     */
    @Nullable List<Change> between(Position from, Position until, String projection, @Nullable String aggregateId, int limit);
}
