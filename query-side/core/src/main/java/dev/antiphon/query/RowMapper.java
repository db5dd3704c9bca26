package dev.antiphon.query;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Makes an object of the current row. */
@FunctionalInterface
public interface RowMapper<T> {

    /** Reads the row that the result set stands on, and does not move it. */
    T map(ResultSet row) throws SQLException;
}
