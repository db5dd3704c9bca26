package dev.antiphon.projector.pipeline;

import dev.antiphon.events.Backoff;
import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.Outcome;
import dev.antiphon.projector.spi.Stage;

/** Turns everything that escapes the stages behind it, errors too, into a postponement: nothing kills the consumer. */
final class RecovererStage implements Stage {

    private final Backoff backoff;

    RecovererStage(Backoff backoff) {
        this.backoff = backoff;
    }

    @Override
    public Outcome handle(Delivery delivery, Next next) {
        try {
            return next.handle(delivery);
        } catch (Throwable e) {
            return new Outcome.Postponed(Failures.of(e), backoff.before(Math.max(1, delivery.attempt())));
        }
    }
}
