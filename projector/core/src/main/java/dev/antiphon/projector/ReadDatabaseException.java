package dev.antiphon.projector;

import java.sql.SQLException;

/** The read database refused a statement; the transaction will be rolled back. */
public final class ReadDatabaseException extends RuntimeException {

    public ReadDatabaseException(String message, SQLException cause) {
        super(message + ": " + cause.getMessage(), cause);
    }
}
