package dev.antiphon.events.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Short transactions on one database, each on a connection of its own and part of no other transaction: the data source must
 * give connections in auto-commit mode, and is not to be used so within one of JTA.
 */
public final class LocalTransactions {

    private final DataSource dataSource;

    public LocalTransactions(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** What is done in one of them. */
    @FunctionalInterface
    public interface Work<T extends @Nullable Object> {
        T on(Connection connection) throws SQLException;
    }

    /** Commits the work; any exception rolls it back and goes on to the caller. */
    public <T extends @Nullable Object> T inNew(Work<T> work) throws SQLException {
        try (var connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try {
                var result = work.on(connection);
                connection.commit();
                return result;
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            } finally {
                connection.setAutoCommit(true);
            }
        }
    }

    /** Reads by single statements, each of which sees what is committed by then. */
    public <T extends @Nullable Object> T read(Work<T> work) throws SQLException {
        try (var connection = dataSource.getConnection()) {
            return work.on(connection);
        }
    }
}
