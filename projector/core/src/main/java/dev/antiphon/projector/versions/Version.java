package dev.antiphon.projector.versions;

import dev.antiphon.events.jdbc.Columns;
import dev.antiphon.projector.jdbc.AdvisoryLock;
import dev.antiphon.projector.jdbc.ProjectionVersions;
import dev.antiphon.projector.jdbc.SqlFailures;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One version of a projection.
 *
 * @param projection its name
 * @param key what its position, watermarks and letters go by
 * @param tables those that it writes, as it calls them; none where it was never noted
 */
record Version(String projection, int number, String key, List<String> tables, boolean active, boolean dropped) {

    private static final String FIND = """
            select version, key, read_tables, active, dropped_at is not null
              from antiphon.projection_version where projection = ? order by version""";

    /**
     * Lets nobody else work on the versions of a projection until the transaction ends.
     *
     * @throws VersionException if somebody does
     */
    static void keepOthersOff(Connection connection, String projection) throws SQLException {
        if (!AdvisoryLock.VERSIONS.tryForTransaction(connection, projection)) {
            throw new VersionException("Somebody else is just switching or dropping a version of projection '"
                    + projection + "'. See `antiphon projections list` when that is done.");
        }
    }

    /** All of a projection, also those that were dropped. */
    static List<Version> of(Connection connection, String projection) throws SQLException {
        var versions = new ArrayList<Version>();
        try (var statement = connection.prepareStatement(FIND)) {
            Columns.bind(statement, 0, projection);
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    versions.add(new Version(
                            projection,
                            rows.getInt(1),
                            rows.getString(2),
                            List.of((String[]) rows.getArray(3).getArray()),
                            rows.getBoolean(4),
                            rows.getBoolean(5)));
                }
            }
        }
        return versions;
    }

    /**
     * One of them that was not dropped.
     *
     * @throws VersionException if there is none of this number
     */
    static Version find(List<Version> versions, String projection, int number) {
        if (versions.isEmpty()) {
            throw new VersionException("There is no projection '" + projection
                    + "'; `antiphon projections` lists those that there are. Name it without a version.");
        }
        return versions.stream()
                .filter(each -> each.number == number && !each.dropped)
                .findFirst()
                .orElseThrow(
                        () -> new VersionException(
                                "There is no version " + number + " of projection '"
                                        + projection + "'; there are: "
                                        + versions.stream()
                                                .filter(each -> !each.dropped)
                                                .map(each -> String.valueOf(each.number))
                                                .collect(Collectors.joining(", "))
                                        + ". One appears when a projector or a rebuild has begun with it: deploy the war that has it."));
    }

    /** Ends with no transaction of it under way, and lets none begin until this one ends. */
    void hold(Connection connection, Duration patience) throws SQLException {
        lockTimeout(connection, patience);
        try {
            AdvisoryLock.PROJECTION.forTransaction(connection, key);
        } catch (SQLException e) {
            if (SqlFailures.isContended(e)) {
                throw new VersionException("A transaction of version " + number + " of projection '" + projection
                        + "' does not come to its end. See what its projectors log, and do it again.");
            }
            throw e;
        }
    }

    /** How long the statements of a transaction wait for locks from now on. */
    static void lockTimeout(Connection connection, Duration timeout) throws SQLException {
        try (var statement = connection.prepareStatement("select set_config('lock_timeout', ?, true)")) {
            statement.setString(1, timeout.toMillis() + "ms");
            statement.execute();
        }
    }

    /** The schema that its tables are in while readers look at another version. */
    String ownSchema() {
        return ProjectionVersions.ownSchema(projection, number);
    }

    /** As whose changes it notes its own while readers look at another version. */
    String ownChanges() {
        return projection + "-v" + number;
    }

    @Override
    public String toString() {
        return "Version " + number + " of projection '" + projection + "'";
    }
}
