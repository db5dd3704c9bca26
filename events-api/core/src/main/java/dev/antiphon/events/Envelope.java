package dev.antiphon.events;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is known of an event besides its payload; travels as Kafka headers (rule E2).
 *
 * @param eventId ULID, unique for each event
 * @param eventType for example {@code order.confirmed}
 * @param schemaVersion of the payload, from 1
 * @param correlationId the same for everything that one request set off
 * @param causationId the event or command that led to this one, where known
 * @param sourceService the service that recorded the event
 * @param aggregateType the entity, third part of the topic
 * @param aggregateId also the record key
 * @param aggregateVersion consecutive for the aggregate, from 1; the read-your-writes token
 * @param occurredAt when the event was appended to the outbox
 * @param publishedAt when the relay sent it; null until then
 * @param traceparent W3C trace context, always valid
 * @param tracestate W3C trace state, where there is one
 */
public record Envelope(
        String eventId,
        String eventType,
        int schemaVersion,
        String correlationId,
        @Nullable String causationId,
        String sourceService,
        String aggregateType,
        String aggregateId,
        long aggregateVersion,
        Instant occurredAt,
        @Nullable Instant publishedAt,
        String traceparent,
        @Nullable String tracestate) {}
