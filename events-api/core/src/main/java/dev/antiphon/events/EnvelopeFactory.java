package dev.antiphon.events;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.antiphon.events.context.CallContext;
import dev.antiphon.events.spi.EnvelopeStep;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * The one place that builds envelopes (rule E2). What it makes is complete but for {@code Published-At}; then every
 * {@link EnvelopeStep} may change it, in order.
 */
public final class EnvelopeFactory {

    private final String service;
    private final Clock clock;
    private final List<EnvelopeStep> steps;

    public EnvelopeFactory(String service, Clock clock, List<EnvelopeStep> steps) {
        this.service = service;
        this.clock = clock;
        this.steps = List.copyOf(steps);
    }

    /**
     * A new envelope with an id of its own, for an event that occurs now in the current {@link CallContext}.
     *
     * @throws InvalidEventModelException if the event is no record with {@link EventType}
     */
    public Envelope create(TopicName topic, Object event, String aggregateId, long aggregateVersion) {
        var type = event.getClass().getAnnotation(EventType.class);
        if (type == null) {
            throw new InvalidEventModelException(event.getClass().getName() + " is no event: it has no @EventType.");
        }
        var call = CallContext.current();
        var now = clock.instant().truncatedTo(ChronoUnit.MICROS); // as fine as a database keeps it
        var envelope = new Envelope(
                UlidCreator.getMonotonicUlid(now.toEpochMilli()).toString(),
                type.value(),
                type.version(),
                call.correlationId(),
                call.causationId(),
                service,
                topic.entity(),
                aggregateId,
                aggregateVersion,
                now,
                null,
                call.traceparent(),
                call.tracestate());
        for (var step : steps) {
            envelope = step.apply(envelope);
        }
        return envelope;
    }
}
