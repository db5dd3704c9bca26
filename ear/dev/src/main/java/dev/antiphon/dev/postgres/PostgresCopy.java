package dev.antiphon.dev.postgres;

import dev.antiphon.projector.jdbc.CopyIn;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.PGConnection;

/** {@code COPY} by the driver of PostgreSQL. */
public final class PostgresCopy implements CopyIn {

    @Override
    public void run(Connection connection, String sql, String rows) throws SQLException {
        try {
            connection.unwrap(PGConnection.class).getCopyAPI().copyIn(sql, new StringReader(rows));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a reader of a text does not fail
        }
    }
}
