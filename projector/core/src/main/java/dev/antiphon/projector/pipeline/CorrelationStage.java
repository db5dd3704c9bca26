package dev.antiphon.projector.pipeline;

import dev.antiphon.events.UnreadableEnvelopeException;
import dev.antiphon.events.context.CallContext;
import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.Outcome;
import dev.antiphon.projector.spi.Stage;
import org.slf4j.MDC;

/** Binds correlation and trace to the thread, the event being the cause of what happens now; the log names both. */
final class CorrelationStage implements Stage {

    private final String projection;

    CorrelationStage(String projection) {
        this.projection = projection;
    }

    @Override
    @SuppressWarnings("try")
    public Outcome handle(Delivery delivery, Next next) throws Exception {
        if (delivery.isEmpty()) {
            return next.handle(delivery);
        }
        CallContext call;
        try {
            var envelope = delivery.envelope();
            call = CallContext.of(
                    envelope.correlationId(), envelope.eventId(), envelope.traceparent(), envelope.tracestate());
        } catch (UnreadableEnvelopeException e) {
            return next.handle(delivery);
        }
        try (var scope = call.open();
                var correlation = MDC.putCloseable("correlationId", call.correlationId());
                var name = MDC.putCloseable("projection", projection)) {
            return next.handle(delivery);
        }
    }
}
