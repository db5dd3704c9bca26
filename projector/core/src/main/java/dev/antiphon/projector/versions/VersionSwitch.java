package dev.antiphon.projector.versions;

import dev.antiphon.events.jdbc.Columns;
import dev.antiphon.events.jdbc.LocalTransactions;
import dev.antiphon.projector.jdbc.AdvisoryLock;
import dev.antiphon.projector.jdbc.SqlFailures;
import dev.antiphon.projector.spi.FaultPoint;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * Switches readers from one version of a projection to another, in one transaction, while everything runs. Back again is the
 * same. Decision 19 says how.
 *
 * <p>The version that readers look at is held until the other one has passed it, so no row that they see goes back; then both
 * are held, and the tables change places. Each version goes on writing its own tables. The changes that only the new version
 * has noted so far are told, so that each is told once. Killed at any point, all of it has happened or nothing.
 */
public final class VersionSwitch {

    private static final Duration LOOK = Duration.ofMillis(50);

    private static final String ACTIVATE = """
            insert into antiphon.projection_version as v (projection, version, read_tables, active, activated_at)
            values (?, ?, ?, ?, case when ? then clock_timestamp() end)
                on conflict (projection, version) do update
               set active = excluded.active, activated_at = coalesce(excluded.activated_at, v.activated_at),
                   read_tables = excluded.read_tables""";

    private static final String BEGUN = "select 1 from antiphon.position where projection = ? limit 1";

    /** In the order in which they were noted. */
    private static final String TELL = """
            insert into antiphon.change (projection, aggregate_id, aggregate_version, event_type)
            select ?, c.aggregate_id, c.aggregate_version, c.event_type
              from antiphon.change c
                   left join antiphon.watermark w on w.projection = ? and w.aggregate_id = c.aggregate_id
             where c.projection = ? and c.aggregate_version > coalesce(w.aggregate_version, 0)
             order by c.id""";

    /** A parked aggregate may have been left behind for longer than changes are kept. */
    private static final String TELL_OF_PARKED = """
            insert into antiphon.change (projection, aggregate_id, aggregate_version, event_type)
            select ?, n.aggregate_id, n.aggregate_version, 'snapshot'
              from antiphon.parked_aggregate p
                   join antiphon.watermark n on n.projection = ? and n.aggregate_id = p.aggregate_id
                   left join antiphon.watermark o on o.projection = p.projection and o.aggregate_id = p.aggregate_id
             where p.projection = ? and n.aggregate_version > coalesce(o.aggregate_version, 0)
               and exists (select from antiphon.change c where c.projection = ?)
               and not exists (select from antiphon.change c
                                where c.projection = ? and c.aggregate_id = n.aggregate_id
                                  and c.aggregate_version = n.aggregate_version)""";

    private final LocalTransactions database;
    private final SwitchSettings settings;
    private final FaultPoint faultPoint;

    /** @param readDatabase as the owner of its tables */
    public VersionSwitch(DataSource readDatabase, SwitchSettings settings, FaultPoint faultPoint) {
        this.database = new LocalTransactions(readDatabase);
        this.settings = settings;
        this.faultPoint = faultPoint;
    }

    /**
     * What came of it.
     *
     * @param from the version that readers looked at before
     * @param changed false if it was the one asked for
     */
    public record Switched(int from, int to, boolean changed) {}

    /**
     * Switches readers to a version.
     *
     * @throws VersionException if it has not all that readers see now, is being verified, or somebody is in the way; nothing has
     *     changed
     * @throws SQLException if the database fails; nothing has changed, unless the answer to the commit was lost: run again,
     *     it says so
     */
    public Switched run(String projection, int to) throws SQLException {
        return database.inNew(connection -> {
            Version.keepOthersOff(connection, projection);
            var versions = Version.of(connection, projection);
            var next = Version.find(versions, projection, to);
            var old = active(versions, next);
            if (next.active()) {
                return new Switched(to, to, false);
            }
            new Readiness(connection, old, next).check();
            checkNotVerified(connection, old);
            checkNotVerified(connection, next);
            hold(connection, old, next);
            faultPoint.reached(FaultPoint.Place.AFTER_HOLD_BEFORE_MOVE, next.key());
            tell(connection, old, next);
            move(connection, old, next);
            faultPoint.reached(FaultPoint.Place.AFTER_MOVE_BEFORE_COMMIT, next.key());
            return new Switched(old.number(), to, true);
        });
    }

    /** Where none is, nothing has been deployed since the first migration, and readers look at the tables of version 1. */
    private static Version active(List<Version> versions, Version next) {
        return versions.stream()
                .filter(Version::active)
                .findFirst()
                .map(old -> old.tables().isEmpty()
                        ? new Version(old.projection(), old.number(), old.key(), next.tables(), true, false)
                        : old)
                .orElseGet(() -> new Version(next.projection(), 1, next.projection(), next.tables(), true, false));
    }

    private static void checkNotVerified(Connection connection, Version version) throws SQLException {
        if (!AdvisoryLock.VERIFY.tryForTransaction(connection, version.key())) {
            throw new VersionException(version + " is just being verified. Switch when that is done, or stop it.");
        }
    }

    /** Ends with no transaction of either under way, and none beginning, and nothing that readers see missing in the next. */
    private void hold(Connection connection, Version old, Version next) throws SQLException {
        var until = System.nanoTime() + settings.patience().toNanos();
        old.hold(connection, settings.patience());
        var readiness = new Readiness(connection, old, next);
        while (!readiness.hasPassed()) {
            if (System.nanoTime() > until) {
                throw new VersionException(next + " has not passed version " + old.number() + " within "
                        + settings.patience().toMillis() + " ms, while that one was held."
                        + " Does a projector run with it? See `antiphon lag`, and switch again; if it does not pass it"
                        + " then, fill it with `antiphon rebuild " + next.key() + "`.");
            }
            pause(LOOK);
        }
        next.hold(connection, settings.patience());
        readiness.check();
    }

    private static void tell(Connection connection, Version old, Version next) throws SQLException {
        try (var statement = connection.prepareStatement(BEGUN)) {
            statement.setString(1, old.key());
            try (var rows = statement.executeQuery()) {
                if (!rows.next()) {
                    return; // readers have seen nothing yet, so nothing has changed for them
                }
            }
        }
        update(connection, TELL, next.projection(), old.key(), next.ownChanges());
        update(
                connection,
                TELL_OF_PARKED,
                next.projection(),
                next.key(),
                old.key(),
                next.ownChanges(),
                next.ownChanges());
    }

    private void move(Connection connection, Version old, Version next) throws SQLException {
        var from = new Tables(Tables.EVERYBODYS, old.tables());
        var to = new Tables(next.ownSchema(), next.tables());
        lock(connection, from, to);
        from.moveTo(connection, old.ownSchema());
        to.moveTo(connection, Tables.EVERYBODYS);
        activate(connection, old, false);
        activate(connection, next, true);
    }

    /** Readers wait behind who waits for them, so it gives way again and again. */
    private void lock(Connection connection, Tables from, Tables to) throws SQLException {
        Version.lockTimeout(connection, settings.tableWait());
        var until = System.nanoTime() + settings.tablePatience().toNanos();
        while (true) {
            var before = connection.setSavepoint();
            try {
                from.lock(connection);
                to.lock(connection);
                return;
            } catch (SQLException e) {
                if (!SqlFailures.isContended(e)) {
                    throw e;
                }
                connection.rollback(before);
                if (System.nanoTime() > until) {
                    throw new VersionException("The tables that readers look at are in use for too long, by "
                            + from.users(connection) + ". End these sessions or wait for them, and switch again.");
                }
                pause(settings.tableWait());
            }
        }
    }

    private static void activate(Connection connection, Version version, boolean active) throws SQLException {
        update(
                connection,
                ACTIVATE,
                version.projection(),
                version.number(),
                connection.createArrayOf("text", version.tables().toArray()),
                active,
                active);
    }

    private static void update(Connection connection, String sql, Object... parameters) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            Columns.bind(statement, 0, parameters);
            statement.executeUpdate();
        }
    }

    private static void pause(Duration time) {
        try {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new VersionException("The switch was interrupted.");
        }
    }
}
