package dev.antiphon.projector.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** How rows get into PostgreSQL's {@code COPY}, of which JDBC knows nothing. */
@FunctionalInterface
public interface CopyIn {

    /**
     * Runs a statement, in the transaction of its connection.
     *
     * @param sql {@code copy … from stdin}
     * @param rows in the text format of {@code COPY}
     */
    void run(Connection connection, String sql, String rows) throws SQLException;
}
