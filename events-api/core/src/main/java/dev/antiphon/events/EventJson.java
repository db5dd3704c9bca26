package dev.antiphon.events;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.lang.reflect.Type;

/**
 * The JSON of event payloads: UTF-8 text, instants and dates in ISO form, absent instead of null. An unknown field is
 * ignored on reading, so that a field more stays a compatible change (rule E7).
 */
public final class EventJson {

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .addModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
            .build();

    private EventJson() {}

    /** The payload of an event. */
    public static String write(Object event) {
        try {
            return MAPPER.writeValueAsString(event);
        } catch (JsonProcessingException e) {
            var what = event.getClass().getName() + " cannot be written as JSON";
            throw Masked.isNeededFor(event.getClass())
                    ? new IllegalArgumentException(what)
                    : new IllegalArgumentException(what + ": " + e.getOriginalMessage(), e);
        }
    }

    /**
     * An event from its payload.
     *
     * @throws UnreadablePayloadException if it is no JSON of that shape
     */
    public static <T> T read(byte[] payload, Class<T> type) {
        try {
            return MAPPER.readValue(payload, type);
        } catch (IOException e) {
            throw unreadable("The payload is no " + type.getSimpleName(), type, e);
        }
    }

    /**
     * The same for a generic type.
     *
     * @throws UnreadablePayloadException if it is no JSON of that shape
     */
    public static <T> T read(byte[] payload, TypeReference<T> type) {
        try {
            return MAPPER.readValue(payload, type);
        } catch (IOException e) {
            throw unreadable("The text is no " + type.getType(), type.getType(), e);
        }
    }

    /** Jackson's messages repeat what they could not read. */
    private static UnreadablePayloadException unreadable(String what, Type type, IOException failure) {
        return SensitiveParts.first(type).isPresent()
                ? new UnreadablePayloadException(what, null)
                : new UnreadablePayloadException(what + ": " + failure.getMessage(), failure);
    }
}
