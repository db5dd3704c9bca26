package dev.antiphon.dev.runtime;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import java.lang.invoke.MethodType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A field in the JSON of an event.
 *
 * @param path its name; {@code lines[].quantity} is a field of the objects in the list {@code lines}
 * @param type what is there, in words
 * @param optional whether it may be absent
 */
public record PayloadField(String path, String type, boolean optional) {

    private static final String OBJECT = "object";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String WHOLE = "whole number";
    private static final String BROKEN = "number";
    private static final Map<Class<?>, String> WORDS = Map.ofEntries(
            entry(Integer.class, WHOLE),
            entry(Long.class, WHOLE),
            entry(Short.class, WHOLE),
            entry(BigInteger.class, WHOLE),
            entry(Double.class, BROKEN),
            entry(Float.class, BROKEN),
            entry(BigDecimal.class, BROKEN),
            entry(Boolean.class, "true or false"),
            entry(Instant.class, "instant"),
            entry(LocalDate.class, "date"),
            entry(UUID.class, "UUID"));

    /** The fields of a record, in its order. */
    static List<PayloadField> of(Class<?> event) {
        var fields = new ArrayList<PayloadField>();
        collect(event, "", List.of(), fields);
        return fields;
    }

    private static void collect(Class<?> type, String prefix, List<Class<?>> around, List<PayloadField> fields) {
        var inside = Stream.concat(around.stream(), Stream.of(type)).toList();
        for (var property : properties(type)) {
            var path = prefix + property.getName();
            var of = property.getPrimaryType();
            fields.add(new PayloadField(path, words(of), isOptional(type, property)));
            while (of.isContainerType()) {
                path += of.isMapLikeType() ? ".*" : "[]";
                of = of.getContentType();
            }
            if (of.getRawClass().isRecord() && !inside.contains(of.getRawClass())) {
                collect(of.getRawClass(), path + ".", inside, fields);
            }
        }
    }

    private static List<BeanPropertyDefinition> properties(Class<?> type) {
        return JSON.getSerializationConfig()
                .introspect(JSON.constructType(type))
                .findProperties();
    }

    private static boolean isOptional(Class<?> type, BeanPropertyDefinition property) {
        return Arrays.stream(type.getRecordComponents())
                .filter(each -> each.getName().equals(property.getInternalName()))
                .flatMap(each -> Arrays.stream(each.getAnnotatedType().getAnnotations()))
                .anyMatch(each -> each.annotationType().getSimpleName().equals("Nullable"));
    }

    private static String words(JavaType type) {
        var raw = type.getRawClass();
        if (type.isMapLikeType()) {
            return "object with any names, of " + words(type.getContentType());
        }
        if (type.isContainerType()) {
            var content = words(type.getContentType());
            return "list of " + (content.equals(OBJECT) ? "objects" : content);
        }
        if (type.isEnumType()) {
            return Arrays.stream(raw.getEnumConstants()).map(Object::toString).collect(Collectors.joining(", "));
        }
        if (raw.isRecord()) {
            return OBJECT;
        }
        return scalar(raw);
    }

    private static String scalar(Class<?> type) {
        if (CharSequence.class.isAssignableFrom(type)) {
            return "text";
        }
        var words = WORDS.get(MethodType.methodType(type).wrap().returnType());
        if (words != null) {
            return words;
        }
        return Temporal.class.isAssignableFrom(type) ? type.getSimpleName() + " in ISO form" : type.getSimpleName();
    }
}
