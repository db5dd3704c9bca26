package dev.antiphon.query.ee.http;

import dev.antiphon.query.Cursor;
import dev.antiphon.query.InvalidParameterException;
import dev.antiphon.query.Moments;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.ext.ParamConverter;
import jakarta.ws.rs.ext.ParamConverterProvider;
import jakarta.ws.rs.ext.Provider;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes numbers, dates, instants, enums and cursors of {@code @QueryParam}s; what cannot be read is 400 with the name
 * of the parameter, where JAX-RS by itself answers 404. An empty value counts as absent, except for
 * primitives.
 */
@Provider
public class QueryParameters implements ParamConverterProvider {

    private record Form(String expected, Function<String, Object> parser) {}

    private static final Form WHOLE_NUMBER = new Form("a whole number", Integer::valueOf);
    private static final Form LONG_NUMBER = new Form("a whole number", Long::valueOf);

    private static final Map<Class<?>, Form> FORMS = Map.of(
            int.class, WHOLE_NUMBER,
            Integer.class, WHOLE_NUMBER,
            long.class, LONG_NUMBER,
            Long.class, LONG_NUMBER,
            LocalDate.class, new Form("a date such as 2011-12-09", text -> Moments.within(LocalDate.parse(text))),
            Instant.class, new Form("a time such as 2011-12-09T12:50:00Z", text -> Moments.within(Instant.parse(text))),
            Cursor.class, new Form("the cursor of a rel=\"next\" or rel=\"prev\" link of this list", Cursor::parse));

    @Override
    public <T> @Nullable ParamConverter<T> getConverter(Class<T> type, Type generic, Annotation[] annotations) {
        var form = type.isEnum() ? oneOf(type) : FORMS.get(type);
        if (form == null) {
            return null;
        }
        return Arrays.stream(annotations)
                .filter(QueryParam.class::isInstance)
                .findFirst()
                .map(name -> new Converter<T>(((QueryParam) name).value(), form, type.isPrimitive()))
                .orElse(null);
    }

    private static Form oneOf(Class<?> type) {
        var constants = Arrays.stream(type.getEnumConstants())
                .collect(Collectors.toMap(constant -> ((Enum<?>) constant).name(), Function.identity()));
        var names = Arrays.stream(type.getEnumConstants())
                .map(constant -> ((Enum<?>) constant).name())
                .collect(Collectors.joining(", "));
        return new Form("one of " + names, text -> {
            var constant = constants.get(text);
            if (constant == null) {
                throw new IllegalArgumentException(text);
            }
            return constant;
        });
    }

    private record Converter<T>(String parameter, Form form, boolean required) implements ParamConverter<T> {

        @Override
        @SuppressWarnings("unchecked")
        public @Nullable T fromString(@Nullable String text) {
            if (text == null || (text.isBlank() && !required)) {
                return null;
            }
            try {
                return (T) form.parser().apply(text.strip());
            } catch (RuntimeException e) {
                throw refusal(new InvalidParameterException(parameter, form.expected()));
            }
        }

        @Override
        public String toString(T value) {
            return value.toString();
        }

        /** An answer of its own, which JAX-RS sends as it is. */
        private static BadRequestException refusal(InvalidParameterException refused) {
            return new BadRequestException(Problems.invalidParameter(refused).toResponse());
        }
    }
}
