package dev.antiphon.events.ee.http;

import java.net.SocketException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells "the database is away" from every other failure. */
final class Unavailable {

    /** 08 connection, 53 out of resources, 57 stopped by an operator, 25006 a standby that only reads. */
    private static final Set<String> CLASSES = Set.of("08", "53", "57");

    private Unavailable() {}

    static boolean isCauseOf(Throwable failure) {
        var seen = 0;
        for (@Nullable Throwable cause = failure; cause != null && seen < 20; cause = cause.getCause(), seen++) {
            if (cause instanceof SQLTransientConnectionException || cause instanceof SQLRecoverableException) {
                return true;
            }
            if (cause instanceof SQLException sql && isAway(sql.getSQLState())) {
                return true;
            }
            if (cause instanceof SocketException) {
                return true;
            }
            if (isOfThePool(cause)) {
                return true;
            }
        }
        return false;
    }

    /** By its name: not every server lets applications see the connector API. */
    private static boolean isOfThePool(Throwable cause) {
        for (@Nullable Class<?> type = cause.getClass(); type != null; type = type.getSuperclass()) {
            if (type.getName().equals("jakarta.resource.ResourceException")) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAway(@Nullable String state) {
        return state != null
                && state.length() == 5
                && (CLASSES.contains(state.substring(0, 2)) || "25006".equals(state));
    }
}
