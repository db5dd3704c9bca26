package dev.antiphon.projector.consumer;

import dev.antiphon.projector.jdbc.Position;
import org.jspecify.annotations.Nullable;

/**
 * Where reading a partition begins, and why. The position in the read database wins over the group's offset.
 *
 * @param position to go on from
 */
public record StartingPoint(Position position, Why why) {

    /** Why there. */
    public enum Why {
        /** There is no position yet: from the beginning. */
        NEW,
        /** From the position. */
        CONTINUED,
        /** The topic has been made anew: from the beginning. */
        OTHER_TOPIC,
        /** The log has been cut off or restored from before the position: from the beginning. */
        BEYOND_END,
        /** Records behind the position have been deleted unread: from the first that is left, over a hole. */
        BELOW_START
    }

    /**
     * Decides.
     *
     * @param stored null if there is none
     * @param topicId of the topic as it is now
     * @param logStart first offset that is left
     * @param logEnd offset behind the last record
     */
    public static StartingPoint of(@Nullable Position stored, String topicId, long logStart, long logEnd) {
        if (stored == null) {
            return new StartingPoint(new Position(topicId, logStart), Why.NEW);
        }
        if (!stored.topicId().equals(topicId)) {
            return new StartingPoint(new Position(topicId, logStart), Why.OTHER_TOPIC);
        }
        if (stored.nextOffset() > logEnd) {
            return new StartingPoint(new Position(topicId, logStart), Why.BEYOND_END);
        }
        if (stored.nextOffset() < logStart) {
            return new StartingPoint(new Position(topicId, logStart), Why.BELOW_START);
        }
        return new StartingPoint(stored, Why.CONTINUED);
    }
}
