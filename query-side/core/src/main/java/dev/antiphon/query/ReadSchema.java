package dev.antiphon.query;

import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import javax.sql.DataSource;

/** The framework's tables in the read database, as far as queries need them. The query side checks, and never creates. */
public final class ReadSchema {

    private static final Set<String> NEEDED = Set.of(
            "watermark.projection",
            "watermark.aggregate_id",
            "watermark.aggregate_version",
            "watermark.applied_at",
            "projection_version.key",
            "projection_version.active",
            "change.id",
            "change_horizon.era");

    private ReadSchema() {}

    /**
     * Looks for the tables.
     *
     * @throws SchemaMissingException if one is missing, is older than this version needs, or may not be read
     * @throws ReadFailedException if the database does not answer
     */
    public static void check(DataSource dataSource) {
        // information_schema shows only what the current user may use
        var sql = "select table_name || '.' || column_name from information_schema.columns"
                + " where table_schema = 'antiphon'";
        try (var connection = dataSource.getConnection();
                var statement = connection.prepareStatement(sql);
                var result = statement.executeQuery()) {
            var found = new HashSet<String>();
            while (result.next()) {
                found.add(result.getString(1));
            }
            var missing = new TreeSet<>(NEEDED);
            missing.removeAll(found);
            if (!missing.isEmpty()) {
                throw new SchemaMissingException("The read database ("
                        + connection.getMetaData().getURL()
                        + ", user " + connection.getMetaData().getUserName()
                        + ") has no readable columns in schema antiphon: " + String.join(", ", missing)
                        + ". Run `antiphon migrate` as the owner of the database, then deploy again.");
            }
        } catch (SQLException e) {
            throw new ReadFailedException("The read database does not answer: " + e.getMessage(), e);
        }
    }
}
