package dev.antiphon.projector.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Inserts rows that most likely are not there yet by {@code COPY}, which costs the database a fraction of statements that look
 * first. The first time that this does not go well, as where rows are there after all, nothing has changed, and from then on it
 * leaves the rows to those statements. Used by one thread at a time.
 */
public final class NewRows {

    private static final Logger LOG = LoggerFactory.getLogger(NewRows.class);

    private final @Nullable CopyIn copyIn;
    private boolean goesWell = true;

    /** @param copyIn null where there is none: every row is left to statements */
    public NewRows(@Nullable CopyIn copyIn) {
        this.copyIn = copyIn;
    }

    /**
     * Inserts them all, or none.
     *
     * @return whether they are in
     * @throws SQLException if the connection is lost
     */
    boolean insert(Connection connection, String table, List<String> columns, List<@Nullable Object[]> rows)
            throws SQLException {
        if (copyIn == null || !goesWell || !CopyText.knows(rows)) {
            return false;
        }
        var before = connection.setSavepoint();
        try {
            copyIn.run(
                    connection,
                    "copy " + table + " (" + String.join(", ", columns) + ") from stdin",
                    CopyText.of(rows));
            connection.releaseSavepoint(before);
            return true;
        } catch (SQLException e) {
            connection.rollback(before);
            goesWell = false;
            LOG.debug("Rows of {} cannot be copied, and are written by statements from now on", table, e);
            return false;
        }
    }
}
