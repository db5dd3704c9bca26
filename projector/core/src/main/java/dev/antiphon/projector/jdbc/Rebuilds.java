package dev.antiphon.projector.jdbc;

import dev.antiphon.events.jdbc.Columns;
import dev.antiphon.events.jdbc.LocalTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Table {@code antiphon.rebuild}. Every method is a transaction of its own, unless it takes a connection. */
public final class Rebuilds {

    private static final String OPEN = """
            insert into antiphon.rebuild as r (projection) values (?)
                on conflict (projection) do update
               set started_at = clock_timestamp(), finished_at = null, stop_requested = false, done_to = '',
                   claimed_to = null, claim = r.claim + 1, applied = 0, ahead = 0, covered = 0""";
    private static final String GO_ON = """
            update antiphon.rebuild set stop_requested = false, claimed_to = null, claim = claim + 1
             where projection = ? and finished_at is null""";
    private static final String CLAIM = """
            update antiphon.rebuild
               set claimed_to = ?, claim = claim + 1, claimed_until = clock_timestamp() + ? * interval '1 millisecond'
             where projection = ? and done_to = ? and finished_at is null and not stop_requested
            returning claim""";
    private static final String DONE = """
            update antiphon.rebuild
               set done_to = claimed_to, claimed_to = null, applied = applied + ?, ahead = ahead + ?, covered = covered + ?,
                   finished_at = case when claimed_to = ? then clock_timestamp() end
             where projection = ?""";
    private static final String STOP = """
            update antiphon.rebuild set stop_requested = true where projection = ? and finished_at is null""";
    private static final String LIST = """
            select projection, started_at, finished_at, stop_requested, done_to, applied, ahead, covered
              from antiphon.rebuild where ? is null or projection = ? order by projection""";

    /**
     * The last rebuild of a projection.
     *
     * @param finishedAt null while it is not, whether or not somebody works on it
     * @param doneTo every id up to this one is done
     * @param applied how many aggregates it has written
     * @param ahead how many it has left alone, since the read model knew later events of them than the write store
     * @param covered how many dead letters it has made needless
     */
    public record State(
            String projection,
            Instant startedAt,
            @Nullable Instant finishedAt,
            boolean stopRequested,
            String doneTo,
            long applied,
            long ahead,
            long covered) {}

    private final LocalTransactions database;

    public Rebuilds(DataSource readDatabase) {
        this.database = new LocalTransactions(readDatabase);
    }

    /**
     * Begins a rebuild, or goes on with the one that has not ended.
     *
     * @param anew forget how far that one has come
     */
    public State open(String projection, boolean anew) throws SQLException {
        return database.inNew(connection -> {
            if (anew || update(connection, GO_ON, projection) == 0) {
                update(connection, OPEN, projection);
            }
            return list(connection, projection).get(0);
        });
    }

    /**
     * Claims the ids behind those that are done, before they are read.
     *
     * @param doneTo which must still be so
     * @param to the last one, or {@link RebuildReach#END}
     * @param lease after which anybody may take the claim back
     * @return the number of the claim; empty if the rebuild is to stop, or another worker has moved it
     */
    public OptionalLong claim(String projection, String doneTo, String to, Duration lease) throws SQLException {
        return database.read(connection -> {
            try (var statement = connection.prepareStatement(CLAIM)) {
                Columns.bind(statement, 0, to, lease.toMillis(), projection, doneTo);
                try (var rows = statement.executeQuery()) {
                    return rows.next() ? OptionalLong.of(rows.getLong(1)) : OptionalLong.empty();
                }
            }
        });
    }

    /** Ends a claim, in the transaction that has used it and holds its row. */
    public static void done(Connection connection, String projection, long applied, long ahead, long covered)
            throws SQLException {
        update(connection, DONE, applied, ahead, covered, RebuildReach.END, projection);
    }

    /**
     * Asks the rebuild of a projection to stop after its page.
     *
     * @return whether one is under way
     */
    public boolean stop(String projection) throws SQLException {
        return database.read(connection -> update(connection, STOP, projection) > 0);
    }

    /** The last rebuild of a projection. */
    public Optional<State> find(String projection) throws SQLException {
        return database.read(connection -> list(connection, projection).stream().findFirst());
    }

    /** The last rebuilds of all projections. */
    public List<State> list() throws SQLException {
        return database.read(connection -> list(connection, null));
    }

    private static List<State> list(Connection connection, @Nullable String projection) throws SQLException {
        try (var statement = connection.prepareStatement(LIST)) {
            statement.setString(1, projection);
            statement.setString(2, projection);
            try (var rows = statement.executeQuery()) {
                var states = new ArrayList<State>();
                while (rows.next()) {
                    var finished = rows.getObject(3, OffsetDateTime.class);
                    states.add(new State(
                            rows.getString(1),
                            rows.getObject(2, OffsetDateTime.class).toInstant(),
                            finished == null ? null : finished.toInstant(),
                            rows.getBoolean(4),
                            rows.getString(5),
                            rows.getLong(6),
                            rows.getLong(7),
                            rows.getLong(8)));
                }
                return states;
            }
        }
    }

    private static int update(Connection connection, String sql, Object... parameters) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            Columns.bind(statement, 0, parameters);
            return statement.executeUpdate();
        }
    }
}
