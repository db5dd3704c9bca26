package dev.antiphon.projector.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** No connection to the read database is to be had, for whatever reason: the pool is empty, the database is down. */
public final class ReadDatabaseUnavailableException extends RuntimeException {

    private ReadDatabaseUnavailableException(SQLException cause) {
        super("The read database gives no connection: " + cause.getMessage(), cause);
    }

    /** A connection, or this exception. */
    public static Connection connect(DataSource dataSource) {
        try {
            return dataSource.getConnection();
        } catch (SQLException e) {
            throw new ReadDatabaseUnavailableException(e);
        }
    }
}
