package dev.antiphon.query.waiting;

import java.time.Duration;

/**
 * What a {@link WaitingRoom} allows.
 *
 * @param bound longest wait
 * @param interval time between two looks
 * @param places how many may wait at once
 */
public record WaitLimits(Duration bound, Duration interval, int places) {

    public WaitLimits {
        if (bound.isNegative() || interval.isNegative() || interval.isZero() || places < 1) {
            throw new IllegalArgumentException(
                    "The wait must be 0 or longer, its interval longer than 0 and the number of places at least 1");
        }
    }
}
