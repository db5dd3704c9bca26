package dev.antiphon.projector;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Turns the current row of a result into an object; must not move the cursor. */
@FunctionalInterface
public interface RowMapper<T> {

    T map(ResultSet row) throws SQLException;
}
