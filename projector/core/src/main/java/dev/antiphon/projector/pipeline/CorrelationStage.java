package dev.antiphon.projector.pipeline;

import dev.antiphon.events.Envelope;
import dev.antiphon.events.context.CallContext;
import dev.antiphon.events.context.Tracing;
import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.Outcome;
import dev.antiphon.projector.spi.Stage;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import java.util.Locale;
import org.slf4j.MDC;

/**
 * Binds correlation and trace to the thread, the event being the cause of what happens now; the log names both.
 *
 * <p>Where spans are recorded, each attempt of an event is one, {@code project order_summary}, in the command that the
 * event's {@code traceparent} names. In a batch it ends before the common transaction does.
 */
final class CorrelationStage implements Stage {

    private final String projection;

    CorrelationStage(String projection) {
        this.projection = projection;
    }

    @Override
    @SuppressWarnings("try")
    public Outcome handle(Delivery delivery, Next next) throws Exception {
        if (!delivery.hasEnvelope()) {
            return next.handle(delivery);
        }
        var envelope = delivery.envelope();
        var call = CallContext.of(
                envelope.correlationId(), envelope.eventId(), envelope.traceparent(), envelope.tracestate());
        try (var correlation = MDC.putCloseable("correlationId", call.correlationId());
                var name = MDC.putCloseable("projection", projection)) {
            return Tracing.isOn() ? inSpan(delivery, call, next) : bound(delivery, call, next);
        }
    }

    @SuppressWarnings("try")
    private static Outcome bound(Delivery delivery, CallContext call, Next next) throws Exception {
        try (var scope = call.open()) {
            return next.handle(delivery);
        }
    }

    @SuppressWarnings("try")
    private Outcome inSpan(Delivery delivery, CallContext call, Next next) throws Exception {
        var span = begin(delivery, delivery.envelope(), call);
        try (var current = span.makeCurrent()) {
            var outcome = bound(delivery, call.within(span), next);
            span.setAttribute(
                    "antiphon.outcome", outcome.getClass().getSimpleName().toLowerCase(Locale.ROOT));
            if (outcome instanceof Outcome.Postponed postponed) {
                failed(span, postponed.failure().cause());
            }
            return outcome;
        } catch (Exception | Error e) {
            failed(span, e);
            throw e;
        } finally {
            span.end();
        }
    }

    private Span begin(Delivery delivery, Envelope envelope, CallContext call) {
        return Tracing.span("project " + projection)
                .setSpanKind(SpanKind.CONSUMER)
                .setParent(call.parent())
                .setAttribute("messaging.system", "kafka")
                .setAttribute("messaging.operation.type", "process")
                .setAttribute("messaging.operation.name", "project")
                .setAttribute("messaging.destination.name", delivery.topic())
                .setAttribute("messaging.destination.partition.id", Integer.toString(delivery.partition()))
                .setAttribute("messaging.kafka.offset", delivery.offset())
                .setAttribute("messaging.message.id", envelope.eventId())
                .setAttribute("antiphon.event.type", envelope.eventType())
                .setAttribute("antiphon.correlation_id", call.correlationId())
                .startSpan();
    }

    private static void failed(Span span, Throwable failure) {
        span.setStatus(StatusCode.ERROR);
        span.setAttribute("error.type", failure.getClass().getName());
    }
}
