package dev.antiphon.projector.jdbc;

import java.sql.Date;
import java.sql.Timestamp;

/** Values between Java and JDBC. */
final class JdbcValues {

    private JdbcValues() {}

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
