package dev.antiphon.query.waiting;

import java.time.Duration;

/**
 * What a {@link WaitingRoom} allows.
 *
 * @param usual how long a query waits that does not say how long
 * @param longest longest wait, whatever a query says
 * @param interval time between two looks
 * @param places how many may wait at once
 */
public record WaitLimits(Duration usual, Duration longest, Duration interval, int places) {

    public WaitLimits {
        if (usual.isNegative() || longest.compareTo(usual) < 0) {
            throw new IllegalArgumentException("The usual wait must be 0 or longer, and the longest at least that");
        }
        if (interval.isNegative() || interval.isZero() || places < 1) {
            throw new IllegalArgumentException(
                    "The interval must be longer than 0 and the number of places at least 1");
        }
    }
}
