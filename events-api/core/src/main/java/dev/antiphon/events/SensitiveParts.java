package dev.antiphon.events;

import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where a type has {@link Sensitive} parts: its own fields and, through containers, those of the types in them. */
final class SensitiveParts {

    private SensitiveParts() {}

    /** The path to the first one, such as {@code payment.card}, or empty. */
    static Optional<String> first(Type type) {
        return first(type, new HashSet<>());
    }

    private static Optional<String> first(Type type, Set<Class<?>> seen) {
        for (var each : classesIn(type)) {
            if (seen.add(each)) {
                for (var field : fields(each)) {
                    var name = field.getName();
                    var found = field.isAnnotationPresent(Sensitive.class)
                            ? Optional.of(name)
                            : first(field.getGenericType(), seen).map(rest -> name + '.' + rest);
                    if (found.isPresent()) {
                        return found;
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** Whether one of the fields that these names lead through is sensitive. */
    static boolean covers(Type type, List<String> names) {
        if (names.isEmpty()) {
            return false;
        }
        return classesIn(type).stream()
                .flatMap(each -> fields(each).stream())
                .filter(field -> field.getName().equals(names.get(0)))
                .anyMatch(field -> field.isAnnotationPresent(Sensitive.class)
                        || covers(field.getGenericType(), names.subList(1, names.size())));
    }

    /** A record's fields carry what is written at its components. */
    static List<Field> fields(Class<?> type) {
        var fields = new ArrayList<Field>();
        for (@Nullable Class<?> each = type; each != null && !isPlatform(each); each = each.getSuperclass()) {
            Stream.of(each.getDeclaredFields())
                    .filter(field -> !Modifier.isStatic(field.getModifiers()))
                    .forEach(fields::add);
        }
        return fields;
    }

    private static boolean isPlatform(Class<?> type) {
        return type.isPrimitive()
                || type.getName().startsWith("java.")
                || type.getName().startsWith("javax.");
    }

    /** The classes that a value of this type is made of: elements of containers, and what a sealed type permits. */
    private static List<Class<?>> classesIn(Type type) {
        if (type instanceof Class<?> each) {
            if (each.isArray()) {
                return classesIn(each.getComponentType());
            }
            if (isPlatform(each) || each.isEnum()) {
                return List.of();
            }
            var classes = new ArrayList<Class<?>>(List.of(each));
            if (each.isSealed()) {
                for (var permitted : each.getPermittedSubclasses()) {
                    classes.addAll(classesIn(permitted));
                }
            }
            return classes;
        }
        if (type instanceof ParameterizedType generic) {
            return Stream.concat(Stream.of(generic.getRawType()), Stream.of(generic.getActualTypeArguments()))
                    .flatMap(each -> classesIn(each).stream())
                    .toList();
        }
        if (type instanceof GenericArrayType array) {
            return classesIn(array.getGenericComponentType());
        }
        if (type instanceof WildcardType wildcard) {
            return Stream.of(wildcard.getUpperBounds())
                    .flatMap(each -> classesIn(each).stream())
                    .toList();
        }
        return List.of();
    }
}
