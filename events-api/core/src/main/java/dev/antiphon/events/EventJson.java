package dev.antiphon.events;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

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

    private static final ObjectReader TREES = MAPPER.readerFor(ObjectNode.class)
            .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .without(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES);

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
        return read(type, () -> MAPPER.readValue(payload, type));
    }

    /** The same from a {@link #tree}. */
    static <T> T read(ObjectNode payload, Class<T> type) {
        return read(type, () -> MAPPER.treeToValue(payload, type));
    }

    /** A payload that may have another shape; numbers are kept as they are written. */
    static ObjectNode tree(byte[] payload) {
        return read(ObjectNode.class, () -> TREES.readValue(payload));
    }

    private interface Reading<T> {
        @Nullable T run() throws IOException;
    }

    private static <T> T read(Class<T> type, Reading<T> reading) {
        try {
            var read = reading.run();
            if (read == null) {
                throw new UnreadablePayloadException("The payload is null, and no " + type.getSimpleName(), null);
            }
            return read;
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
