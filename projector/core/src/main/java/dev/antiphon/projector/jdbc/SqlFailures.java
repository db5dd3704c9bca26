package dev.antiphon.projector.jdbc;

import java.net.SocketException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells "the database is away or asks to try again" from "the statement is wrong". */
public final class SqlFailures {

    /** 08 connection, 40 rolled back by the database, 53 out of resources, 57 stopped by an operator. */
    private static final Set<String> CLASSES = Set.of("08", "40", "53", "57");

    /** A standby that only reads, a transaction that was idle too long, a lock that was not to be had in time. */
    private static final Set<String> STATES = Set.of("25006", "25P03", "55P03");

    /** Cancelled because it took too long; 40 and a lock that was not to be had are the others of this kind. */
    private static final Set<String> CONTENDED = Set.of("57014", "55P03");

    private static final int DEEPEST_CAUSE = 20;

    private SqlFailures() {}

    /** Whether the failure has nothing to do with what was asked. */
    public static boolean isInfrastructure(Throwable failure) {
        var depth = 0;
        for (@Nullable Throwable cause = failure; cause != null && depth < DEEPEST_CAUSE; cause = cause.getCause()) {
            if (cause instanceof SQLTransientException
                    || cause instanceof SQLRecoverableException
                    || cause instanceof SQLNonTransientConnectionException
                    || cause instanceof SocketException
                    || cause instanceof ReadDatabaseUnavailableException
                    || cause instanceof SQLException sql && isInfrastructure(sql.getSQLState())) {
                return true;
            }
            depth++;
        }
        return false;
    }

    /** Whether the statement lost against others, while the database as such is there. */
    public static boolean isContended(Throwable failure) {
        var depth = 0;
        for (@Nullable Throwable cause = failure; cause != null && depth < DEEPEST_CAUSE; cause = cause.getCause()) {
            var state = cause instanceof SQLException sql ? sql.getSQLState() : null;
            if (state != null && (state.startsWith("40") || CONTENDED.contains(state))) {
                return true;
            }
            depth++;
        }
        return false;
    }

    private static boolean isInfrastructure(@Nullable String state) {
        return state != null
                && state.length() == 5
                && (CLASSES.contains(state.substring(0, 2)) || STATES.contains(state));
    }
}
