package dev.antiphon.events;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Waiting times between tries: doubled each time from {@code first} up to {@code longest}, with full jitter in the
 * upper half so that two nodes do not try in step.
 */
public record Backoff(Duration first, Duration longest) {

    /** How long to wait before try {@code attempt}, counted from 1. */
    public Duration before(int attempt) {
        var doubled = first.toMillis() * (1L << Math.min(attempt - 1, 20));
        var bounded = Math.min(doubled, longest.toMillis());
        return Duration.ofMillis(bounded / 2 + ThreadLocalRandom.current().nextLong(bounded / 2 + 1));
    }
}
