package dev.antiphon.it.container.events;

import dev.antiphon.events.ee.health.HealthCheck;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Map;

/** Up, or not even able to tell. */
@ApplicationScoped
public class ScaleHealth implements HealthCheck {

    @Inject
    Switches switches;

    @Override
    public Result check() {
        if (switches.isBroken("scale")) {
            throw new IllegalStateException("The scale does not answer");
        }
        return new Result("scale", true, Map.of());
    }
}
