package dev.antiphon.events.ee.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.cfg.MutableCoercionConfig;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import jakarta.annotation.Priority;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.ext.MessageBodyReader;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.List;

/**
 * JSON of requests and answers, by the Jackson that the war brings, so that it is the same on every server: ISO times,
 * absent instead of null; unknown fields, and values of another type than the field has, are refused.
 *
 * <p>Its priority puts it before what the server brings. Jackson's own providers are not used: their jar holds a second one that servers find by scanning, and needs XML.
 */
@Provider
@Priority(1)
@Consumes({MediaType.APPLICATION_JSON, "application/*+json"})
@Produces({MediaType.APPLICATION_JSON, "application/*+json"})
public class JsonProvider implements MessageBodyReader<Object>, MessageBodyWriter<Object> {

    /** The mapper behind all bodies. */
    static final JsonMapper MAPPER = JsonMapper.builder()
            .addModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .withCoercionConfig(LogicalType.Textual, JsonProvider::noNumbers)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
            .build();

    /** The JSON of an object as it is in an answer's body, on one line. */
    public static String line(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(value.getClass().getName() + " cannot be made JSON", e);
        }
    }

    private static void noNumbers(MutableCoercionConfig config) {
        for (var shape : List.of(CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean)) {
            config.setCoercion(shape, CoercionAction.Fail);
        }
    }

    @Override
    public boolean isReadable(Class<?> type, Type generic, Annotation[] annotations, MediaType mediaType) {
        return isJson(type);
    }

    @Override
    public boolean isWriteable(Class<?> type, Type generic, Annotation[] annotations, MediaType mediaType) {
        return isJson(type);
    }

    private static boolean isJson(Class<?> type) {
        return type != String.class
                && type != byte[].class
                && !InputStream.class.isAssignableFrom(type)
                && !StreamingOutput.class.isAssignableFrom(type);
    }

    @Override
    public Object readFrom(
            Class<Object> rawType,
            Type generic,
            Annotation[] annotations,
            MediaType mediaType,
            MultivaluedMap<String, String> headers,
            InputStream body)
            throws IOException {
        var type = MAPPER.constructType(generic);
        var text = PlainText.ofBody(body.readAllBytes());
        try {
            PlainText.check(text);
            var value = MAPPER.readValue(text, type);
            if (value == null) {
                throw MismatchedInputException.from(null, type, "The body is null");
            }
            return value;
        } catch (JsonProcessingException e) {
            throw unreadable(e, text, type);
        }
    }

    private static UnreadableBodyException unreadable(JsonProcessingException failure, String text, JavaType type) {
        if (!IncompleteBody.isReasonOf(failure)) {
            return new UnreadableBodyException(failure);
        }
        try {
            return new UnreadableBodyException(failure, IncompleteBody.errors(MAPPER, text, type));
        } catch (JsonProcessingException e) {
            return new UnreadableBodyException(e);
        }
    }

    @Override
    public void writeTo(
            Object value,
            Class<?> type,
            Type generic,
            Annotation[] annotations,
            MediaType mediaType,
            MultivaluedMap<String, Object> headers,
            OutputStream body)
            throws IOException {
        body.write(MAPPER.writeValueAsBytes(value));
    }
}
