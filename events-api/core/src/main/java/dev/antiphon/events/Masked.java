package dev.antiphon.events;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Values for logs and messages, with {@code ***} in place of what is {@link Sensitive} (rule E8). */
public final class Masked {

    private static final String MASK = "***";
    private static final int DEPTH = 8;
    private static final int ELEMENTS = 20;

    private Masked() {}

    /**
     * A value as one line, as a record tells of itself: {@code PlaceOrder[orderId=o1, card=***]}. Of a long list the
     * first elements, and what lies very deep not at all. Never throws.
     */
    public static String text(@Nullable Object value) {
        return text(value, DEPTH);
    }

    /** Whether values of this type have anything {@link Sensitive} in them. */
    public static boolean isNeededFor(Class<?> type) {
        return SensitiveParts.first(type).isPresent();
    }

    /** Whether a {@link Sensitive} component is on the way that these names lead through a type and what is in it. */
    public static boolean isNeededAt(Class<?> type, List<String> names) {
        return SensitiveParts.covers(type, names);
    }

    private static String text(@Nullable Object value, int depth) {
        if (value == null) {
            return "null";
        }
        if (depth == 0) {
            return "…";
        }
        if (value instanceof Optional<?> optional) {
            return "Optional[" + optional.map(each -> text(each, depth - 1)).orElse("") + "]";
        }
        if (value instanceof Collection<?> collection) {
            return list(collection.size(), collection.stream().map(each -> text(each, depth - 1)));
        }
        if (value instanceof Map<?, ?> map) {
            return list(
                    map.size(),
                    map.entrySet().stream()
                            .map(entry -> text(entry.getKey(), depth - 1) + "=" + text(entry.getValue(), depth - 1)));
        }
        if (value.getClass().isArray()) {
            var length = Array.getLength(value);
            return list(length, IntStream.range(0, length).mapToObj(i -> text(Array.get(value, i), depth - 1)));
        }
        if (value instanceof Record || isNeededFor(value.getClass())) {
            return SensitiveParts.fields(value.getClass()).stream()
                    .map(field -> field.getName() + "=" + part(field, value, depth - 1))
                    .collect(Collectors.joining(", ", value.getClass().getSimpleName() + "[", "]"));
        }
        try {
            return String.valueOf(value);
        } catch (RuntimeException e) {
            return value.getClass().getSimpleName();
        }
    }

    private static String part(Field field, Object owner, int depth) {
        if (field.isAnnotationPresent(Sensitive.class)) {
            return MASK;
        }
        try {
            field.setAccessible(true);
            return text(field.get(owner), depth);
        } catch (IllegalAccessException | InaccessibleObjectException e) {
            return "?";
        }
    }

    private static String list(int size, Stream<String> elements) {
        var shown = elements.limit(ELEMENTS).collect(Collectors.joining(", "));
        return "[" + shown + (size > ELEMENTS ? ", … " + (size - ELEMENTS) + " more]" : "]");
    }
}
