package dev.antiphon.command.outbox;

import dev.antiphon.command.CommandRefusedException;
import dev.antiphon.command.Refusal;
import dev.antiphon.events.Headers;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * How large an event is as a Kafka record. What the broker would refuse for its size could never leave and would stop its
 * aggregate for ever; so it is refused while its command can still be.
 */
final class RecordSize {

    /** {@code Published-At}, which the relay adds: its name and the longest instant. */
    private static final int ADDED_BY_RELAY = Headers.PUBLISHED_AT.length() + "2026-11-30T19:38:51.181384123Z".length();

    private static final int MOST_BYTES_OF_A_CHAR = 3;

    private RecordSize() {}

    static void check(OutboxEvent event, String payload, Map<String, String> headers, int limit) {
        if ((payload.length() + (long) headersAndKey(event, headers)) * MOST_BYTES_OF_A_CHAR <= limit) {
            return;
        }
        var size = exact(event, payload, headers);
        if (size > limit) {
            throw CommandRefusedException.because(
                    Refusal.EVENT_TOO_LARGE,
                    "event-too-large",
                    "The event " + event.envelope().eventType() + " would have " + size + " bytes, but at most " + limit
                            + " can be sent. Nothing has changed; do it in smaller steps.");
        }
    }

    private static int headersAndKey(OutboxEvent event, Map<String, String> headers) {
        var chars = ADDED_BY_RELAY + event.envelope().aggregateId().length();
        for (var header : headers.entrySet()) {
            chars += header.getKey().length() + header.getValue().length();
        }
        return chars;
    }

    private static long exact(OutboxEvent event, String payload, Map<String, String> headers) {
        var size = (long) ADDED_BY_RELAY + bytes(event.envelope().aggregateId()) + bytes(payload);
        for (var header : headers.entrySet()) {
            size += bytes(header.getKey()) + bytes(header.getValue());
        }
        return size;
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
