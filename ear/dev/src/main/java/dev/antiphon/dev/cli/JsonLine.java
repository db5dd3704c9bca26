package dev.antiphon.dev.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A JSON object on one line, its fields in the order in which they were added. */
final class JsonLine {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();

    /** Adds a field: a text, number, truth value, list or map of such, an instant (as ISO text), or null. */
    JsonLine with(String name, @Nullable Object value) {
        fields.put(name, value instanceof Instant instant ? instant.toString() : value);
        return this;
    }

    @Override
    public String toString() {
        try {
            return JSON.writeValueAsString(fields);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
