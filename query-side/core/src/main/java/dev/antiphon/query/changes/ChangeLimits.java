package dev.antiphon.query.changes;

import java.time.Duration;

/**
 * What a {@link ChangeTail} allows.
 *
 * @param interval time between two looks
 * @param heartbeat how often each client is sent something
 * @param places how many may listen at once
 */
public record ChangeLimits(Duration interval, Duration heartbeat, int places) {

    public ChangeLimits {
        if (interval.isNegative() || interval.isZero() || heartbeat.isNegative() || heartbeat.isZero() || places < 1) {
            throw new IllegalArgumentException(
                    "The interval and the heartbeat must be longer than 0 and the number of places at least 1");
        }
    }
}
