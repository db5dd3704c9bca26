package dev.antiphon.command.spi;

import java.sql.SQLException;

/** A database failure on its way to whoever ends the transaction; its cause tells whether trying again may help. */
public final class UncheckedSqlException extends RuntimeException {

    public UncheckedSqlException(SQLException cause) {
        super(cause.getMessage(), cause);
    }
}
