package dev.antiphon.projector.verify;

import java.util.Locale;

/**
 * A difference between a read table and the write store that no event under way explains.
 *
 * @param table whose row it is; empty where it is about all that a projection knows of the aggregate
 * @param of the aggregate's id, or the key of a running sum
 * @param detail what is different, for people
 */
public record Drift(Kind kind, String table, String of, String detail) {

    /** How something can be different. */
    public enum Kind {
        /** A row is not there. */
        MISSING,
        /** The projection does not know the last events of the aggregate, though they have gone past it. */
        STALE,
        /** A row is there that should not be. */
        SURPLUS,
        /** A row has other values. */
        WRONG,
        /** The projection knows more events than the write store, as after that was restored; is never mended. */
        AHEAD;

        /** As operators read it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
