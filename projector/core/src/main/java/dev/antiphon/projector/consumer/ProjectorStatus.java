package dev.antiphon.projector.consumer;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a projector is doing, at one moment.
 *
 * @param projection its key
 * @param group its consumer group
 * @param phase where its consumers stand
 * @param reason why it does not go on, null if it does
 * @param partitions those it reads now
 * @param lagRecords records in its partitions that are not applied yet
 * @param lagSeconds age of the oldest of them, 0 if there is none
 * @param parkedAggregates whose events wait in the dead letters, when the tables were last asked
 * @param deadLetters how many there are
 * @param failing the records that hold up a partition each
 */
public record ProjectorStatus(
        String projection,
        String group,
        Phase phase,
        @Nullable String reason,
        List<Integer> partitions,
        long lagRecords,
        double lagSeconds,
        long parkedAggregates,
        long deadLetters,
        List<FailingRecord> failing) {

    /** The life of a consumer; that of several is the first of theirs. */
    public enum Phase {
        /** Not started, or not yet a member of its group. */
        STARTING,
        /** Member of its group; nothing is applied, since an operator wants it so. */
        PAUSED,
        /** Member of its group. */
        RUNNING,
        /** Ended; starts no more. */
        STOPPED
    }

    /** Whether everything flows that is to flow: a record that is tried again makes no difference for a minute. */
    public boolean isUp() {
        return phase == Phase.PAUSED || phase == Phase.RUNNING && reason == null;
    }
}
