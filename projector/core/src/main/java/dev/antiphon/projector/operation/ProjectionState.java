package dev.antiphon.projector.operation;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How far a version of a projection has come, as its tables say.
 *
 * @param projection its key, with the version behind it from 2 on
 * @param name the name of the projection
 * @param version from 1 on
 * @param topic null until it has read anything
 * @param records how many it has read, of all partitions
 * @param movedAt when its position last moved; null until it has read anything
 * @param parkedAggregates whose events wait in the dead letters
 * @param pause null while it is not paused
 * @param behind how many records less it has read than the version that readers look at
 */
public record ProjectionState(
        String projection,
        String name,
        int version,
        Stage stage,
        @Nullable String topic,
        int partitions,
        long records,
        @Nullable Instant movedAt,
        long parkedAggregates,
        @Nullable Pause pause,
        long behind) {

    /** A version that is this many records behind, or less, has caught up: the last of them come while events flow. */
    public static final long CLOSE = 1_000;

    /** Where a version stands in its life. */
    public enum Stage {
        /** It was never filled. */
        EMPTY,
        /** A rebuild of it has not come to its end. */
        FILLING,
        /** It is filled, and has not read yet what the active one has. */
        CATCHING_UP,
        /** Readers can be switched to it. */
        READY,
        /** Readers look at it. */
        ACTIVE,
        /** Readers looked at it before they were switched to a later one; switched back to if need be, until it is dropped. */
        OLD;

        /** In lower case, with spaces. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }
}
