package dev.antiphon.projector.jdbc;

import dev.antiphon.events.jdbc.Columns;
import dev.antiphon.projector.VersionedRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes guarded rows of one form, many in a statement, which answers with the keys of those that changed. The driver
 * could join the statements of a batch by itself, but then it does not say which of them did.
 */
final class GuardedRows {

    /** As many as the driver would join; a power of two, as all others are, so that few statements have to be known. */
    private static final int MOST = 128;

    private GuardedRows() {}

    /**
     * Writes them; no key may be there twice.
     *
     * @return how many were not written, since a version as high was there
     */
    static int write(Connection connection, StatementGroups.Group group) throws SQLException {
        var changes = group.guarded();
        var stale = 0;
        var begin = 0;
        while (begin < changes.size()) {
            var count = Math.min(MOST, Integer.highestOneBit(changes.size() - begin));
            var end = begin + count;
            stale += writeTogether(
                    connection, changes.subList(begin, end), group.rows().subList(begin, end));
            begin = end;
        }
        return stale;
    }

    private static int writeTogether(Connection connection, List<GuardedChange> changes, List<@Nullable Object[]> rows)
            throws SQLException {
        var sql = changes.get(0).row().sql(changes.size());
        var written = new HashSet<String>();
        try (var statement = connection.prepareStatement(sql)) {
            Columns.bind(statement, 0, rows.stream().flatMap(Arrays::stream).toArray());
            try (var keys = statement.executeQuery()) {
                while (keys.next()) {
                    written.add(keys.getString(1));
                }
            }
        }
        if (written.size() == changes.size()) {
            changes.forEach(change -> change.happened(true));
            return 0;
        }
        changes.forEach(change -> change.happened(written.contains(text(change.row()))));
        return changes.size() - written.size();
    }

    private static String text(VersionedRow row) {
        return row.key() instanceof Enum<?> constant
                ? constant.name()
                : row.key().toString();
    }
}
