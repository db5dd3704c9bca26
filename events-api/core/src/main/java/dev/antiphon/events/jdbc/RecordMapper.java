package dev.antiphon.events.jdbc;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;

/**
 * Makes a record of a row: the component {@code totalMinor} takes the column {@code total_minor}. A column that is
 * missing, or null for a primitive component, is a mistake of the query and said so.
 */
public final class RecordMapper<T> {

    private static final String UNDEFINED_COLUMN = "42703";

    private static final ClassValue<RecordMapper<?>> MAPPERS = new ClassValue<>() {
        @Override
        protected RecordMapper<?> computeValue(Class<?> type) {
            return new RecordMapper<>(type);
        }
    };

    private final Constructor<T> constructor;
    private final Class<?>[] types;
    private final String[] columns;

    private RecordMapper(Class<T> type) {
        if (!type.isRecord()) {
            throw new IllegalArgumentException(
                    type.getName() + " is no record: only records are made of rows by themselves.");
        }
        var components = type.getRecordComponents();
        types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        columns = Arrays.stream(components).map(RecordMapper::column).toArray(String[]::new);
        try {
            constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * The one of a type.
     *
     * @throws IllegalArgumentException if it is no record
     */
    @SuppressWarnings("unchecked")
    public static <T> RecordMapper<T> of(Class<T> type) {
        return (RecordMapper<T>) MAPPERS.get(type);
    }

    /** Reads the row that the result set stands on, and does not move it. */
    public T map(ResultSet row) throws SQLException {
        var values = new Object[columns.length];
        for (var i = 0; i < columns.length; i++) {
            values[i] = value(row, i);
            if (values[i] == null && types[i].isPrimitive()) {
                throw new IllegalStateException("Column " + columns[i] + " is null, but the component of "
                        + constructor.getDeclaringClass().getName() + " is a " + types[i] + ": make it nullable.");
            }
        }
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(
                    "A row was refused by " + constructor.getDeclaringClass().getName(), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private Object value(ResultSet row, int i) throws SQLException {
        try {
            return Columns.read(row, columns[i], types[i]);
        } catch (SQLException e) {
            if (UNDEFINED_COLUMN.equals(e.getSQLState())) {
                throw new IllegalStateException(
                        "The result has no column " + columns[i] + ", which "
                                + constructor.getDeclaringClass().getName() + " needs.",
                        e);
            }
            throw e;
        }
    }

    /** {@code order_summary} for {@code OrderSummary}. */
    public static String underscored(String name) {
        return name.replaceAll("(?<!^)([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    /** {@code total_minor} for {@code totalMinor}. */
    public static String column(RecordComponent component) {
        return underscored(component.getName());
    }
}
