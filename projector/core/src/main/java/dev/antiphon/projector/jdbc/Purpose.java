package dev.antiphon.projector.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * What a transaction of a projection is for.
 *
 * @param ofParked it applies letters, so events of parked aggregates, too
 * @param ofSnapshots it writes whole states instead of events
 * @param rebuildClaim of the rebuild that it belongs to, which a pause does not stop; null if it belongs to none
 */
public record Purpose(
        boolean ofParked, boolean ofSnapshots, @Nullable Long rebuildClaim) {

    /** Events as they come. */
    public static final Purpose EVENTS = new Purpose(false, false, null);

    /** Dead letters. */
    public static final Purpose LETTERS = new Purpose(true, false, null);

    /** Snapshots that belong to no rebuild. */
    public static final Purpose SNAPSHOTS = new Purpose(false, true, null);

    /** A page of a rebuild. */
    public static Purpose rebuild(long claim) {
        return new Purpose(false, true, claim);
    }
}
