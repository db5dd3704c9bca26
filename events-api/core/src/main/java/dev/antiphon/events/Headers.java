package dev.antiphon.events;

import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The header names of rule E2, and the only translation between them and an {@link Envelope}. */
public final class Headers {

    public static final String EVENT_ID = "Event-Id";
    public static final String EVENT_TYPE = "Event-Type";
    public static final String SCHEMA_VERSION = "Schema-Version";
    public static final String CORRELATION_ID = "Correlation-Id";
    public static final String CAUSATION_ID = "Causation-Id";
    public static final String SOURCE_SERVICE = "Source-Service";
    public static final String AGGREGATE_TYPE = "Aggregate-Type";
    public static final String AGGREGATE_VERSION = "Aggregate-Version";
    public static final String OCCURRED_AT = "Occurred-At";
    public static final String PUBLISHED_AT = "Published-At";
    public static final String TRACEPARENT = "traceparent";
    public static final String TRACESTATE = "tracestate";

    /** How a record tells a header. */
    public interface Lookup {

        @Nullable String get(String name);
    }

    private Headers() {}

    /** All headers in a fixed order; those that are null in the envelope are absent. */
    public static Map<String, String> write(Envelope envelope) {
        var headers = new LinkedHashMap<String, String>();
        headers.put(EVENT_ID, envelope.eventId());
        headers.put(EVENT_TYPE, envelope.eventType());
        headers.put(SCHEMA_VERSION, Integer.toString(envelope.schemaVersion()));
        headers.put(CORRELATION_ID, envelope.correlationId());
        put(headers, CAUSATION_ID, envelope.causationId());
        headers.put(SOURCE_SERVICE, envelope.sourceService());
        headers.put(AGGREGATE_TYPE, envelope.aggregateType());
        headers.put(AGGREGATE_VERSION, Long.toString(envelope.aggregateVersion()));
        headers.put(OCCURRED_AT, envelope.occurredAt().toString());
        put(headers, PUBLISHED_AT, envelope.publishedAt());
        headers.put(TRACEPARENT, envelope.traceparent());
        put(headers, TRACESTATE, envelope.tracestate());
        return headers;
    }

    private static void put(Map<String, String> headers, String name, @Nullable Object value) {
        if (value != null) {
            headers.put(name, value.toString());
        }
    }

    /**
     * Reads the headers of a consumed record.
     *
     * @param key the record key, which is the aggregate's id
     * @param headers answers the last value of a header, null where there is none
     * @throws UnreadableEnvelopeException if a required header is missing or one cannot be understood; names them
     */
    public static Envelope read(@Nullable String key, Lookup headers) {
        if (key == null) {
            throw new UnreadableEnvelopeException("The record has no key, so its aggregate is unknown");
        }
        return new Envelope(
                required(headers, EVENT_ID),
                required(headers, EVENT_TYPE),
                parse(headers, SCHEMA_VERSION, Integer::parseInt),
                required(headers, CORRELATION_ID),
                headers.get(CAUSATION_ID),
                required(headers, SOURCE_SERVICE),
                required(headers, AGGREGATE_TYPE),
                key,
                parse(headers, AGGREGATE_VERSION, Long::parseLong),
                parse(headers, OCCURRED_AT, Instants::parse),
                parse(headers, PUBLISHED_AT, Instants::parse),
                required(headers, TRACEPARENT),
                headers.get(TRACESTATE));
    }

    private static String required(Lookup headers, String name) {
        var value = headers.get(name);
        if (value == null || value.isBlank()) {
            throw new UnreadableEnvelopeException("Header " + name + " is missing");
        }
        return value;
    }

    private static <T> T parse(Lookup headers, String name, Function<String, T> parser) {
        var value = required(headers, name);
        try {
            return parser.apply(value);
        } catch (NumberFormatException | DateTimeParseException e) {
            throw new UnreadableEnvelopeException("Header " + name + " cannot be read: '" + value + "'");
        }
    }
}
