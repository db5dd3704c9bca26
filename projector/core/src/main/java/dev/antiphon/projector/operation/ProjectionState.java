package dev.antiphon.projector.operation;

import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How far a projection has come, as its tables say.
 *
 * @param projection its key, with the version behind it from 2 on
 * @param records how many it has read, of all partitions
 * @param movedAt when its position last moved
 * @param parkedAggregates whose events wait in the dead letters
 * @param pause null while it is not paused
 */
public record ProjectionState(
        String projection,
        String topic,
        int partitions,
        long records,
        Instant movedAt,
        long parkedAggregates,
        @Nullable Pause pause) {

    private static final Pattern VERSIONED = Pattern.compile(".*-v(\\d+)");

    /** The version of the projection, from 1 on, as its key tells it. */
    public int version() {
        var matcher = VERSIONED.matcher(projection);
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 1;
    }
}
