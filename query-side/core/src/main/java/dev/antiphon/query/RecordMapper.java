package dev.antiphon.query;

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
final class RecordMapper<T> implements RowMapper<T> {

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
                    type.getName() + " is no record: pass a RowMapper that makes one of a row.");
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

    @SuppressWarnings("unchecked")
    static <T> RowMapper<T> of(Class<T> type) {
        return (RowMapper<T>) MAPPERS.get(type);
    }

    @Override
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
                        "The query returns no column " + columns[i] + ", which "
                                + constructor.getDeclaringClass().getName() + " needs.",
                        e);
            }
            throw e;
        }
    }

    /** {@code total_minor} for {@code totalMinor}. */
    static String column(RecordComponent component) {
        return component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }
}
