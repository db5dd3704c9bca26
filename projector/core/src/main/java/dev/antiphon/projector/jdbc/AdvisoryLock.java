package dev.antiphon.projector.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;

/** Locks of the read database that belong to no row; each on a name, freed by the death of who holds it. */
public enum AdvisoryLock {
    /** On a projection's key: shared by its transactions, so that its tables are not moved under them. */
    PROJECTION,
    /** On a projection's key: one rebuild or verification at a time. */
    REBUILD,
    /** On a projection's key: a verification, which knows where its tables are. */
    VERIFY,
    /** On a projection's name: one operator at a time works on its versions. */
    VERSIONS;

    private String sql(String function) {
        return "select " + function + "(hashtextextended('antiphon." + name().toLowerCase(Locale.ROOT) + " ' || ?, 0))";
    }

    /** Takes it until the connection ends or frees it, if nobody has it. */
    public boolean tryForSession(Connection connection, String name) throws SQLException {
        return ask(connection, "pg_try_advisory_lock", name);
    }

    /** Takes it until the transaction ends, if nobody has it. */
    public boolean tryForTransaction(Connection connection, String name) throws SQLException {
        return ask(connection, "pg_try_advisory_xact_lock", name);
    }

    /** Waits for it, as long as {@code lock_timeout} lets it, and has it until the transaction ends. */
    public void forTransaction(Connection connection, String name) throws SQLException {
        try (var statement = connection.prepareStatement(sql("pg_advisory_xact_lock"))) {
            statement.setString(1, name);
            statement.execute();
        }
    }

    private boolean ask(Connection connection, String function, String name) throws SQLException {
        try (var statement = connection.prepareStatement(sql(function))) {
            statement.setString(1, name);
            try (var rows = statement.executeQuery()) {
                rows.next();
                return rows.getBoolean(1);
            }
        }
    }
}
