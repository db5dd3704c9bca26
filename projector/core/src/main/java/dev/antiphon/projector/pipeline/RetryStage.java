package dev.antiphon.projector.pipeline;

import dev.antiphon.projector.ProjectorOptions;
import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.Failure;
import dev.antiphon.projector.spi.Outcome;
import dev.antiphon.projector.spi.Stage;
import java.time.Duration;

/**
 * Postpones a record that failed, or gives it up (rule E4): a failing handler gets its retries with growing waits, a gap
 * a bounded time, what cannot be understood nothing; what the database is to blame for waits as long as it takes.
 */
final class RetryStage implements Stage {

    private final ProjectorOptions options;

    RetryStage(ProjectorOptions options) {
        this.options = options;
    }

    @Override
    public Outcome handle(Delivery delivery, Next next) {
        try {
            return next.handle(delivery);
        } catch (Exception | Error e) {
            var failure = Failures.of(e);
            if (isHopeless(failure, delivery)) {
                throw new GivenUpException(failure);
            }
            return new Outcome.Postponed(failure, delay(failure, delivery));
        }
    }

    private boolean isHopeless(Failure failure, Delivery delivery) {
        return switch (failure.kind()) {
            case UNREADABLE -> true;
            case HANDLER -> delivery.attempt() > options.retries();
            case GAP -> delivery.waited().compareTo(options.gapTimeout()) >= 0;
            default -> false;
        };
    }

    private Duration delay(Failure failure, Delivery delivery) {
        if (failure.kind() != Failure.Kind.GAP) {
            return options.backoff().before(Math.max(1, delivery.attempt()));
        }
        // As long again as it has waited, within the bounds of a retry, and not beyond the end of the wait.
        var backoff = options.backoff();
        var delay = min(max(backoff.first(), delivery.waited()), backoff.longest());
        return min(delay, options.gapTimeout().minus(delivery.waited()));
    }

    private static Duration min(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }

    private static Duration max(Duration a, Duration b) {
        return a.compareTo(b) >= 0 ? a : b;
    }
}
