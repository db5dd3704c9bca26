package dev.antiphon.projector.testkit;

import dev.antiphon.events.Envelope;
import dev.antiphon.events.EventJson;
import dev.antiphon.events.EventType;
import dev.antiphon.events.Headers;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.spi.Delivery;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes records as the relay would send them, and remembers them. */
public final class TestRecords {

    /** When all events of a fixture occur, and are published. */
    public static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");

    private final ProjectionDefinition definition;
    private final Map<String, Long> versions = new HashMap<>();
    private final List<Delivery> all = new ArrayList<>();

    TestRecords(ProjectionDefinition definition) {
        this.definition = definition;
    }

    void clear() {
        versions.clear();
        all.clear();
    }

    /** The next event of an aggregate. */
    Delivery next(String aggregateId, Object event) {
        var type = event.getClass().getAnnotation(EventType.class);
        if (type == null) {
            throw new IllegalArgumentException(event.getClass().getName() + " is no event: it has no @EventType.");
        }
        return of(envelope(aggregateId, type.value(), type.version()), event);
    }

    /** An event whose type nobody has a record for. */
    Delivery nextOfUnknownType(String aggregateId) {
        var envelope = envelope(aggregateId, definition.aggregateType() + ".vanished", 1);
        return remembered(envelope.aggregateId(), Headers.write(envelope), "{}");
    }

    private Envelope envelope(String aggregateId, String type, int schemaVersion) {
        var version = versions.merge(aggregateId, 1L, Long::sum);
        return new Envelope(
                "event-" + aggregateId + "-" + version,
                type,
                schemaVersion,
                "correlation-" + aggregateId,
                null,
                "test",
                definition.aggregateType(),
                aggregateId,
                version,
                TIME,
                TIME,
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00",
                null);
    }

    Delivery of(Envelope envelope, Object event) {
        return remembered(envelope.aggregateId(), Headers.write(envelope), EventJson.write(event));
    }

    Delivery deletion(String aggregateId) {
        return remembered(aggregateId, Map.of(), null);
    }

    private Delivery remembered(String key, Map<String, String> headers, @Nullable String payload) {
        var delivery = delivery(0, key, headers, payload == null ? null : payload.getBytes(StandardCharsets.UTF_8));
        all.add(delivery);
        return delivery;
    }

    private Delivery delivery(
            long offset, @Nullable String key, Map<String, String> headers, byte @Nullable [] payload) {
        return new Delivery(definition.topic(), 0, offset, TIME, key, payload, headers, 0);
    }

    List<Delivery> all() {
        return List.copyOf(all);
    }

    /** The same records at other offsets. */
    List<Delivery> from(long position, List<Delivery> deliveries) {
        var placed = new ArrayList<Delivery>();
        for (var delivery : deliveries) {
            placed.add(delivery(position + placed.size(), delivery.key(), delivery.headers(), delivery.value()));
        }
        return placed;
    }
}
