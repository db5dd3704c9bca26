package dev.antiphon.projector.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The driver's own connections behind those of a pool. An application server may put a reflective proxy around each
 * statement, which costs more than the driver where a batch has thousands of parameters. Borrowing, committing and giving
 * back stay with the pool's connection.
 */
public final class DriverConnections {

    private final @Nullable Class<?> driver;

    private DriverConnections(@Nullable Class<?> driver) {
        this.driver = driver;
    }

    /** As far as the driver's classes are visible to this application; else the pool's connections do. */
    public static DriverConnections ofThisApplication() {
        try {
            return new DriverConnections(Class.forName(
                    "org.postgresql.PGConnection", false, Thread.currentThread().getContextClassLoader()));
        } catch (ClassNotFoundException | LinkageError e) {
            return new DriverConnections(null);
        }
    }

    /** For statements, as long as the pool's connection is borrowed. */
    public Connection of(Connection pooled) throws SQLException {
        return driver != null && pooled.isWrapperFor(driver) && pooled.unwrap(driver) instanceof Connection own
                ? own
                : pooled;
    }
}
