package dev.antiphon.command.relay;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Short transactions of the relay's own on the write database, outside of JTA. */
final class LocalTransactions {

    private final DataSource dataSource;

    LocalTransactions(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** What is done in one of them. */
    @FunctionalInterface
    interface Work<T extends @Nullable Object> {
        T on(Connection connection) throws SQLException;
    }

    /** Commits the work; any exception rolls it back and goes on to the caller. */
    <T extends @Nullable Object> T inNew(Work<T> work) throws SQLException {
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
    <T extends @Nullable Object> T read(Work<T> work) throws SQLException {
        try (var connection = dataSource.getConnection()) {
            return work.on(connection);
        }
    }
}
