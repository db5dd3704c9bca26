package dev.antiphon.projector.snapshots;

import dev.antiphon.projector.jdbc.AdvisoryLock;
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

    /** @throws ProjectionBusyException if another process has it */
    public void take(String projection) throws SQLException {
        take(
                AdvisoryLock.REBUILD,
                projection,
                "is just being rebuilt or verified by another process; wait for it, or stop a rebuild with"
                        + " `antiphon rebuild --stop`.");
    }

    /**
     * Keeps the tables of a projection from being moved by a switch.
     *
     * @throws ProjectionBusyException if one is just moving them
     */
    public void keepInPlace(String projection) throws SQLException {
        take(AdvisoryLock.VERIFY, projection, "is just being switched to or away from; run it again.");
    }

    private void take(AdvisoryLock lock, String projection, String otherwise) throws SQLException {
        if (!lock.tryForSession(connection, projection)) {
            throw new ProjectionBusyException("Projection '" + projection + "' " + otherwise);
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
