package dev.antiphon.events.jdbc;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Java values of columns and of parameters. */
public final class Columns {

    private Columns() {}

    /**
     * The value of a column: a number, boolean, text, instant, an enum by its name, else what the driver makes of it; null
     * for null.
     */
    public static @Nullable Object read(ResultSet row, String column, Class<?> type) throws SQLException {
        if (type == long.class || type == Long.class) {
            return unlessNull(row, row.getLong(column));
        }
        if (type == int.class || type == Integer.class) {
            return unlessNull(row, row.getInt(column));
        }
        if (type == boolean.class || type == Boolean.class) {
            return unlessNull(row, row.getBoolean(column));
        }
        if (type == double.class || type == Double.class) {
            return unlessNull(row, row.getDouble(column));
        }
        if (type == String.class) {
            return row.getString(column);
        }
        if (type == Instant.class) {
            var time = row.getObject(column, OffsetDateTime.class);
            return time == null ? null : time.toInstant();
        }
        if (type.isEnum()) {
            var name = row.getString(column);
            return name == null ? null : constant(type, column, name);
        }
        return row.getObject(column, type);
    }

    /**
     * Sets parameters: instants, enums by their names, else what the driver knows.
     *
     * @param offset how many parameters of the statement come before these
     */
    public static void bind(PreparedStatement statement, int offset, @Nullable Object... values) throws SQLException {
        for (var i = 0; i < values.length; i++) {
            statement.setObject(offset + i + 1, parameter(values[i]));
        }
    }

    private static @Nullable Object parameter(@Nullable Object value) {
        if (value instanceof Instant instant) {
            return instant.atOffset(ZoneOffset.UTC);
        }
        if (value instanceof Enum<?> constant) {
            return constant.name();
        }
        return value;
    }

    private static @Nullable Object unlessNull(ResultSet row, Object value) throws SQLException {
        return row.wasNull() ? null : value;
    }

    private static Object constant(Class<?> type, String column, String name) {
        for (var constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        throw new IllegalStateException(
                "Column " + column + " holds '" + name + "', which " + type.getName() + " does not know.");
    }
}
