package dev.antiphon.projector.consumer;

import dev.antiphon.events.Backoff;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A time in which nothing can be applied because database or Kafka is away; says so once when it begins and ends. */
final class Outage {

    private static final Logger LOG = LoggerFactory.getLogger(Outage.class);

    private final String projection;
    private final Backoff backoff;
    private int attempts;
    private Instant until = Instant.MIN;
    private @Nullable String reason;

    Outage(String projection, Backoff backoff) {
        this.projection = projection;
        this.backoff = backoff;
    }

    /** Another try has failed. */
    void failed(String message, Throwable cause, Instant now) {
        attempts++;
        until = now.plus(backoff.before(attempts));
        if (reason == null) {
            LOG.warn("Projection {} waits and tries again: {}", projection, message);
        }
        LOG.debug("Try {} of projection {} failed", attempts, projection, cause);
        reason = message;
    }

    /** A try has succeeded. */
    void over() {
        if (reason != null) {
            LOG.info("Projection {} goes on after {} failed tries ({})", projection, attempts, reason);
        }
        attempts = 0;
        until = Instant.MIN;
        reason = null;
    }

    boolean isWaiting(Instant now) {
        return now.isBefore(until);
    }

    Instant until() {
        return until;
    }

    /** Why, if it has lasted for more than one try. */
    @Nullable String reason() {
        return attempts > 1 ? reason : null;
    }
}
