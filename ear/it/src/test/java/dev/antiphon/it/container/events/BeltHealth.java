package dev.antiphon.it.container.events;

import dev.antiphon.events.ee.health.HealthCheck;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Map;

/** Up or down. */
@ApplicationScoped
public class BeltHealth implements HealthCheck {

    @Inject
    Switches switches;

    @Override
    public Result check() {
        return new Result("belt", !switches.isBroken("belt"), Map.of("since", Instant.EPOCH));
    }
}
