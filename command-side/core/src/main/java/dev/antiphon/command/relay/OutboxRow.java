package dev.antiphon.command.relay;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.antiphon.events.EventJson;
import dev.antiphon.events.UnreadablePayloadException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A committed event that waits to be sent. */
record OutboxRow(
        long id, int hash, String aggregateId, String topic, String eventType, String payload, String headers) {

    /**
     * The headers by name.
     *
     * @throws UnreadablePayloadException if they are no JSON
     */
    Map<String, String> readHeaders() {
        return EventJson.read(headers.getBytes(StandardCharsets.UTF_8), new TypeReference<>() {});
    }
}
