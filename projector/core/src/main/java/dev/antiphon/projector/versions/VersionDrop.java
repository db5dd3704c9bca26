package dev.antiphon.projector.versions;

import dev.antiphon.events.jdbc.Columns;
import dev.antiphon.events.jdbc.LocalTransactions;
import dev.antiphon.projector.jdbc.AdvisoryLock;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

/**
 * Drops a version of a projection that readers do not look at: its tables, and all that is kept about it, in one transaction.
 * Its dead letters stay in the audit table. A projector that still runs with it stands still from then on, and one that is
 * deployed with it again is refused: another version's tables would be found under the names of its own.
 */
public final class VersionDrop {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final String AUDIT = """
            insert into antiphon.dead_letter_audit
                (action, reason, projection, aggregate_id, aggregate_version, event_id, event_type, topic, partition,
                 record_offset, record_key, record_value, header_names, header_values, failed_for, failed_at)
            select 'discarded', 'its version of the projection was dropped', projection, aggregate_id, aggregate_version,
                   event_id, event_type, topic, partition, record_offset, record_key, record_value, header_names,
                   header_values, reason, failed_at
              from antiphon.dead_letter where projection = ? order by id""";

    private static final List<String> FORGET = List.of(
            "delete from antiphon.dead_letter where projection = ?",
            "delete from antiphon.parked_aggregate where projection = ?",
            "delete from antiphon.redrive_request where projection = ?",
            "delete from antiphon.rebuild where projection = ?",
            "delete from antiphon.verification where projection = ?",
            "delete from antiphon.processed_event where consumer = ?",
            "delete from antiphon.watermark where projection = ?",
            "delete from antiphon.position where projection = ?",
            "delete from antiphon.paused_projection where projection = ?");

    private static final String FORGET_CHANGES = "delete from antiphon.change where projection = ?";

    private static final String STAND_STILL =
            "insert into antiphon.paused_projection (projection, reason) values (?, ?)";

    private static final String NOTE = """
            update antiphon.projection_version set dropped_at = clock_timestamp(), dropped_by = session_user
             where projection = ? and version = ?""";

    private final LocalTransactions database;

    /** @param readDatabase as the owner of its tables */
    public VersionDrop(DataSource readDatabase) {
        this.database = new LocalTransactions(readDatabase);
    }

    /**
     * Whether a version may be dropped.
     *
     * @throws VersionException if not
     */
    public void check(String projection, int version) throws SQLException {
        database.read(connection -> find(connection, projection, version));
    }

    /**
     * Drops a version.
     *
     * @return the tables that are gone
     * @throws VersionException if readers look at it, there is no such version, or somebody works with it; nothing has changed
     * @throws SQLException if the database fails, or something else depends on its tables; nothing has changed
     */
    public List<String> run(String projection, int number) throws SQLException {
        return database.inNew(connection -> {
            Version.keepOthersOff(connection, projection);
            var version = find(connection, projection, number);
            if (!AdvisoryLock.REBUILD.tryForTransaction(connection, version.key())) {
                throw new VersionException(
                        version + " is just being rebuilt or verified. Drop it when that is done, or stop it.");
            }
            version.hold(connection, PATIENCE);
            var tables = new Tables(version.ownSchema(), version.tables()).drop(connection);
            forget(connection, version);
            return tables;
        });
    }

    private static Version find(Connection connection, String projection, int number) throws SQLException {
        var version = Version.find(Version.of(connection, projection), projection, number);
        if (version.active()) {
            throw new VersionException("Readers look at version " + number + " of projection '" + projection
                    + "'. Switch them to another one first: antiphon projections switch " + projection + " --to N");
        }
        return version;
    }

    private static void forget(Connection connection, Version version) throws SQLException {
        update(connection, AUDIT, version.key());
        for (var sql : FORGET) {
            update(connection, sql, version.key());
        }
        update(connection, FORGET_CHANGES, version.ownChanges());
        update(
                connection,
                STAND_STILL,
                version.key(),
                "version " + version.number() + " was dropped: undeploy its war");
        update(connection, NOTE, version.projection(), version.number());
    }

    private static void update(Connection connection, String sql, Object... parameters) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            Columns.bind(statement, 0, parameters);
            statement.executeUpdate();
        }
    }
}
