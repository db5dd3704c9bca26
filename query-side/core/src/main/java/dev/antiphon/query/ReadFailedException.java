package dev.antiphon.query;

import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;

/** The read database refused a statement or is away; nothing of the answer is known. */
public final class ReadFailedException extends RuntimeException {

    /** What went wrong, as far as a client is concerned. */
    public enum Reason {
        /** No connection, or one that broke: may be over soon. */
        AWAY,
        /** The statement took longer than it may. */
        TOO_SLOW,
        /** The database refused the statement: a fault of ours. */
        REFUSED
    }

    private static final String CANCELLED = "57014";

    private final Reason reason;

    public ReadFailedException(String message, SQLException cause) {
        super(message, cause);
        reason = reason(cause);
    }

    /** What went wrong. */
    public Reason reason() {
        return reason;
    }

    private static Reason reason(SQLException failure) {
        var state = failure.getSQLState();
        if (CANCELLED.equals(state)) {
            return Reason.TOO_SLOW;
        }
        return failure instanceof SQLTransientConnectionException
                        || failure instanceof SQLRecoverableException
                        || isAway(state)
                ? Reason.AWAY
                : Reason.REFUSED;
    }

    /**
     * 08 connection, 53 out of resources, 57 stopped by an operator, 55000 a database that takes no connections now; a
     * pool that has no connection gives no state.
     */
    private static boolean isAway(@Nullable String state) {
        return state == null
                || state.equals("55000")
                || state.startsWith("08")
                || state.startsWith("53")
                || state.startsWith("57");
    }
}
