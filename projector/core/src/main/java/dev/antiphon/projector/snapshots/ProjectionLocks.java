package dev.antiphon.projector.snapshots;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Keeps two rebuilds or verifications of one projection from running side by side, as long as it is open and its process
 * lives. Only a politeness: what keeps them from harm are claims, and the locks of the aggregates.
 */
public final class ProjectionLocks implements AutoCloseable {

    private final Connection connection;

    public ProjectionLocks(DataSource readDatabase) throws SQLException {
        connection = readDatabase.getConnection();
    }

    /** @throws SnapshotException if another process has it */
    public void take(String projection) throws SQLException {
        try (var statement = connection.prepareStatement(
                "select pg_try_advisory_lock(hashtextextended('antiphon.rebuild ' || ?, 0))")) {
            statement.setString(1, projection);
            try (var rows = statement.executeQuery()) {
                rows.next();
                if (!rows.getBoolean(1)) {
                    throw new SnapshotException(
                            "Projection '" + projection
                                    + "' is just being rebuilt or verified by another process; wait for it, or stop a"
                                    + " rebuild with `antiphon rebuild --stop`.",
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
