package dev.antiphon.projector.jdbc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How far a rebuild is that is under way. Ids are in the order of their bytes, as in the databases.
 *
 * @param doneTo every id up to this one is done
 * @param claimedTo those behind it up to this one are being worked on; null while none are
 */
public record RebuildReach(String doneTo, @Nullable String claimedTo) {

    /** Behind every id. */
    public static final String END = Character.toString(Character.MAX_CODE_POINT);

    static @Nullable RebuildReach of(@Nullable String doneTo, @Nullable String claimedTo) {
        return doneTo == null ? null : new RebuildReach(doneTo, claimedTo);
    }

    /** Whether an aggregate will still be read by the rebuild, and so everything that has happened to it by now. */
    public boolean isAhead(String aggregateId) {
        return compare(aggregateId, claimedTo == null ? doneTo : claimedTo) > 0;
    }

    /** Whether an aggregate is just being read: what it will be then, nobody knows. */
    public boolean isClaimed(String aggregateId) {
        return !isAhead(aggregateId) && compare(aggregateId, doneTo) > 0;
    }

    /** The order of the bytes of two ids. */
    public static int compare(String a, String b) {
        return Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
    }
}
