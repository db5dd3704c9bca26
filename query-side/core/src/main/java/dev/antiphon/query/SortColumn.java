package dev.antiphon.query;

import dev.antiphon.events.jdbc.RecordMapper;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/** A column that a list can be sorted by, and the component of the row that holds it. */
final class SortColumn {

    private static final Map<Class<?>, Function<String, Object>> READERS = Map.of(
            String.class, SortColumn::storable,
            long.class, Long::valueOf,
            Long.class, Long::valueOf,
            int.class, Integer::valueOf,
            Integer.class, Integer::valueOf,
            BigDecimal.class, BigDecimal::new,
            Instant.class, text -> Moments.within(Instant.parse(text)),
            LocalDate.class, text -> Moments.within(LocalDate.parse(text)),
            UUID.class, UUID::fromString);

    private final RecordComponent component;
    private final Function<String, Object> reader;

    private SortColumn(RecordComponent component, Function<String, Object> reader) {
        this.component = component;
        this.reader = reader;
    }

    /** @throws IllegalArgumentException if the record has no such component, or one that cannot be sorted by */
    static SortColumn of(Class<?> row, String name) {
        var component = Arrays.stream(row.isRecord() ? row.getRecordComponents() : new RecordComponent[0])
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "A list of " + row.getName() + " cannot be sorted by " + name + ": no such record component."));
        var reader = READERS.get(component.getType());
        if (reader == null) {
            throw new IllegalArgumentException("A list of " + row.getName() + " cannot be sorted by " + name
                    + ": its type "
                    + component.getType().getName() + " is none of text, whole number, BigDecimal, Instant, LocalDate"
                    + " and UUID.");
        }
        component.getAccessor().setAccessible(true);
        return new SortColumn(component, reader);
    }

    /** What clients call it. */
    String name() {
        return component.getName();
    }

    /** What the database calls it. */
    String column() {
        return RecordMapper.column(component);
    }

    /** The value of a row, as a cursor keeps it. */
    String write(Object row) {
        try {
            var value = component.getAccessor().invoke(row);
            if (value == null) {
                throw new IllegalStateException("A list is sorted by " + column()
                        + ", which is null in a row of it. Sort only by columns that are never null.");
            }
            return value.toString();
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("A row does not tell its " + name(), e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What PostgreSQL can keep, and hence hold. */
    private static String storable(String text) {
        if (text.indexOf('\0') >= 0 || !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new IllegalArgumentException("No text of a database");
        }
        return text;
    }

    /** @throws RuntimeException if the text is no value of this column */
    Object read(String text) {
        return reader.apply(text);
    }
}
