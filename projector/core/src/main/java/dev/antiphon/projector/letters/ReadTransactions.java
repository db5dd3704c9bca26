package dev.antiphon.projector.letters;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Short transactions on the read database, part of no other one. */
final class ReadTransactions {

    private final DataSource dataSource;

    ReadTransactions(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** What is done in one of them. */
    @FunctionalInterface
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    /** Commits the work; any exception rolls it back and goes on to the caller. */
    <T> T inNew(Work<T> work) throws SQLException {
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
}
