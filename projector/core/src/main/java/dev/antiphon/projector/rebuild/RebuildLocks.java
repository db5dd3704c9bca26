package dev.antiphon.projector.rebuild;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Keeps two rebuilds of one projection from running side by side, as long as it is open and its process lives. Only a
 * politeness: what keeps them from harm are the claims.
 */
final class RebuildLocks implements AutoCloseable {

    private final Connection connection;

    RebuildLocks(DataSource readDatabase) throws SQLException {
        connection = readDatabase.getConnection();
    }

    /** @throws RebuildException if another process has it */
    void take(String projection) throws SQLException {
        try (var statement = connection.prepareStatement(
                "select pg_try_advisory_lock(hashtextextended('antiphon.rebuild ' || ?, 0))")) {
            statement.setString(1, projection);
            try (var rows = statement.executeQuery()) {
                rows.next();
                if (!rows.getBoolean(1)) {
                    throw new RebuildException(
                            "Projection '" + projection
                                    + "' is just being rebuilt by another process; wait for it, or stop"
                                    + " it with `antiphon rebuild --stop`.",
                            null);
                }
            }
        }
    }

    @Override
    public void close() throws SQLException {
        try (connection;
                var statement = connection.createStatement()) {
            statement.execute("select pg_advisory_unlock_all()");
        }
    }
}
