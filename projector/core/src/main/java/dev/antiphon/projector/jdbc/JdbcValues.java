package dev.antiphon.projector.jdbc;

import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Values between Java and JDBC. */
final class JdbcValues {

    private JdbcValues() {}

    static void bind(PreparedStatement statement, @Nullable Object[] parameters) throws SQLException {
        for (var i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, toJdbc(parameters[i]));
        }
    }

    private static @Nullable Object toJdbc(@Nullable Object value) {
        if (value instanceof Instant instant) {
            return OffsetDateTime.ofInstant(instant, ZoneOffset.UTC);
        }
        if (value instanceof Enum<?> constant) {
            return constant.name();
        }
        return value;
    }

    /** The one form of a value that is equal to itself whether it comes from a handler or out of a result. */
    static Object canonical(Object value) {
        if (value instanceof Date date) {
            return date.toLocalDate();
        }
        if (value instanceof Timestamp timestamp) {
            return timestamp.toInstant();
        }
        if (value instanceof Integer || value instanceof Short) {
            return ((Number) value).longValue();
        }
        if (value instanceof Enum<?> constant) {
            return constant.name();
        }
        return value;
    }
}
