package dev.antiphon.dev.check;

import java.time.Duration;
import java.time.Instant;

/** How far another clock is from this machine's. */
final class ClockChecks {

    private static final Duration TOLERATED = Duration.ofSeconds(1);

    private ClockChecks() {}

    /**
     * Compares.
     *
     * @param there what the other clock said
     * @param before this machine's, when it was asked
     * @param after when the answer was there
     */
    static Finding compare(String whose, Instant there, Instant before, Instant after) {
        var off = there.isBefore(before)
                ? Duration.between(there, before)
                : there.isAfter(after) ? Duration.between(after, there) : Duration.ZERO;
        return off.compareTo(TOLERATED) <= 0
                ? Finding.ok("clocks", whose + " has the time of this machine")
                : Finding.warning(
                        "clocks",
                        whose + " is " + off.toMillis() / 1e3 + " s " + (there.isBefore(before) ? "behind" : "ahead of")
                                + " this machine",
                        "Synchronise the clocks (NTP): ages, lags and times of events are wrong by as much.");
    }
}
