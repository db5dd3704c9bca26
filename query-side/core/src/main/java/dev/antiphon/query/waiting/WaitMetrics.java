package dev.antiphon.query.waiting;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;

/** How long queries waited, by projection and by how it ended. */
final class WaitMetrics {

    private final MeterRegistry meters;

    WaitMetrics(MeterRegistry meters) {
        this.meters = meters;
    }

    void ended(Waiter waiter, String outcome, long now) {
        Timer.builder("antiphon.query.wait")
                .description("Time that queries waited for a minimum version")
                .tag("projection", waiter.wait.projection())
                .tag("outcome", outcome)
                .register(meters)
                .record(now - waiter.since, TimeUnit.NANOSECONDS);
    }
}
