package dev.antiphon.projector.pipeline;

import dev.antiphon.events.Backoff;
import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.Outcome;
import dev.antiphon.projector.spi.Stage;

/** Postpones a record that failed, longer from attempt to attempt, and for ever: nothing is skipped in silence (rule E5). */
final class RetryStage implements Stage {

    private final Backoff backoff;

    RetryStage(Backoff backoff) {
        this.backoff = backoff;
    }

    @Override
    public Outcome handle(Delivery delivery, Next next) {
        try {
            return next.handle(delivery);
        } catch (Exception e) {
            return new Outcome.Postponed(Failures.of(e), backoff.before(delivery.attempt()));
        }
    }
}
