package dev.antiphon.command.relay;

import dev.antiphon.events.Headers;
import dev.antiphon.events.UnreadablePayloadException;
import dev.antiphon.events.context.Tracing;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Spans of the relay, {@code publish shop.orders.order}: one for each topic of a batch, with links to the commands that
 * recorded its events, the first {@value #LINKS} of them.
 */
final class RelayTracing {

    private static final int LINKS = 128;

    /**
     * The same sending, with the event's own trace being the current one: an agent that watches Kafka's clients then
     * goes on with it instead of beginning another.
     */
    Consumer<OutboxRow> within(Consumer<OutboxRow> send) {
        return Tracing.isOn() ? row -> inTraceOf(row, send) : send;
    }

    @SuppressWarnings("try")
    private static void inTraceOf(OutboxRow row, Consumer<OutboxRow> send) {
        try (var current = traceOf(row).makeCurrent()) {
            send.accept(row);
        }
    }

    /** Tells of a batch whose outcome is known. */
    void landed(Flight flight) {
        if (!Tracing.isOn()) {
            return;
        }
        var counts = Flight.acknowledged(List.of(flight)).stream()
                .collect(Collectors.groupingBy(OutboxRow::topic, Collectors.counting()));
        flight.rows().stream()
                .collect(Collectors.groupingBy(OutboxRow::topic, LinkedHashMap::new, Collectors.toList()))
                .forEach((topic, rows) -> publish(topic, rows, counts.getOrDefault(topic, 0L), flight.begun()));
    }

    private static void publish(String topic, List<OutboxRow> rows, long acknowledged, Instant begun) {
        var builder = Tracing.span("publish " + topic)
                .setNoParent()
                .setSpanKind(SpanKind.PRODUCER)
                .setStartTimestamp(begun)
                .setAttribute("messaging.system", "kafka")
                .setAttribute("messaging.operation.type", "send")
                .setAttribute("messaging.operation.name", "publish")
                .setAttribute("messaging.destination.name", topic)
                .setAttribute("messaging.batch.message_count", rows.size());
        rows.stream()
                .map(row -> Span.fromContext(traceOf(row)).getSpanContext())
                .filter(SpanContext::isValid)
                .distinct()
                .limit(LINKS)
                .forEach(builder::addLink);
        var span = builder.startSpan();
        if (acknowledged < rows.size()) {
            span.setStatus(StatusCode.ERROR, rows.size() - acknowledged + " events were not acknowledged");
        }
        span.end();
    }

    /** The event's trace; none where its headers cannot be read, which is for the sending to find out. */
    private static Context traceOf(OutboxRow row) {
        try {
            var headers = row.readHeaders();
            return Tracing.remote(headers.get(Headers.TRACEPARENT), headers.get(Headers.TRACESTATE));
        } catch (UnreadablePayloadException e) {
            return Context.root();
        }
    }
}
