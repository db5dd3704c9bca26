package dev.antiphon.projector;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.Objects;

/** The read database refused a statement; the transaction will be rolled back. Its message is one line, without values. */
public final class ReadDatabaseException extends RuntimeException {

    private static final int SHOWN = 60;

    /** @param sql the statement, of which the message shows the beginning */
    public ReadDatabaseException(String sql, SQLException cause) {
        super("The statement '" + beginning(sql) + "' failed: " + reason(cause), cause);
    }

    private static String beginning(String sql) {
        var line = sql.strip().replaceAll("\\s+", " ");
        return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "…";
    }

    /** That of a batch repeats the values, and says what happened in another one behind it. */
    private static String reason(SQLException failure) {
        var told = failure instanceof BatchUpdateException && failure.getNextException() != null
                ? failure.getNextException()
                : failure;
        return Objects.requireNonNullElse(told.getMessage(), told.toString())
                .lines()
                .findFirst()
                .orElse("");
    }
}
