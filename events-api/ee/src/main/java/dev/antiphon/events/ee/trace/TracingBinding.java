package dev.antiphon.events.ee.trace;

import dev.antiphon.events.context.Tracing;
import io.opentelemetry.api.OpenTelemetry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;

/** Gives the framework's spans to the application's own {@link OpenTelemetry} bean, or a server's, where there is one. */
@ApplicationScoped
public class TracingBinding {

    void begin(@Observes @Initialized(ApplicationScoped.class) Object started, Instance<OpenTelemetry> beans) {
        if (beans.isResolvable()) {
            Tracing.use(beans.get());
        }
    }
}
