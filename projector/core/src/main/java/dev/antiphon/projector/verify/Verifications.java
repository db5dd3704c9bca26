package dev.antiphon.projector.verify;

import dev.antiphon.events.jdbc.Columns;
import dev.antiphon.events.jdbc.LocalTransactions;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/** Table {@code antiphon.verification}. Every method is a transaction of its own. */
public final class Verifications {

    private static final String NOTE = """
            insert into antiphon.verification (projection, compared, undecided, missing, stale, surplus, wrong, ahead)
            values (?, ?, ?, ?, ?, ?, ?, ?)
                on conflict (projection) do update
               set finished_at = excluded.finished_at, compared = excluded.compared, undecided = excluded.undecided,
                   missing = excluded.missing, stale = excluded.stale, surplus = excluded.surplus,
                   wrong = excluded.wrong, ahead = excluded.ahead""";
    private static final String FIND = """
            select finished_at, compared, undecided, missing, stale, surplus, wrong, ahead
              from antiphon.verification where projection = ?""";
    private static final String DUE = """
            select not exists (select 1 from antiphon.verification
                                where projection = ? and finished_at > clock_timestamp() - ? * interval '1 ms')""";

    /**
     * The last verification of a projection that came to its end.
     *
     * @param compared how many aggregates were compared
     * @param undecided how many could not be judged, since their events had not arrived in time
     * @param drift how many differences of each kind are left; zeros included
     */
    public record State(Instant finishedAt, long compared, long undecided, Map<Drift.Kind, Long> drift) {}

    private final LocalTransactions database;

    public Verifications(DataSource readDatabase) {
        this.database = new LocalTransactions(readDatabase);
    }

    /**
     * Notes what was found.
     *
     * @param mended whether it was mended, as far as that can be
     */
    void note(VerifyReport report, boolean mended) throws SQLException {
        database.read(connection -> {
            try (var statement = connection.prepareStatement(NOTE)) {
                Columns.bind(
                        statement,
                        0,
                        report.projection(),
                        report.compared(),
                        report.undecided(),
                        left(report, Drift.Kind.MISSING, mended),
                        left(report, Drift.Kind.STALE, mended),
                        left(report, Drift.Kind.SURPLUS, mended),
                        left(report, Drift.Kind.WRONG, mended),
                        left(report, Drift.Kind.AHEAD, false));
                return statement.executeUpdate();
            }
        });
    }

    private static long left(VerifyReport report, Drift.Kind kind, boolean mended) {
        return mended ? 0 : report.drift().getOrDefault(kind, 0L);
    }

    /** The last one of a projection. */
    public Optional<State> find(String projection) throws SQLException {
        return database.read(connection -> {
            try (var statement = connection.prepareStatement(FIND)) {
                statement.setString(1, projection);
                try (var row = statement.executeQuery()) {
                    if (!row.next()) {
                        return Optional.empty();
                    }
                    var drift = new EnumMap<Drift.Kind, Long>(Drift.Kind.class);
                    for (var kind : Drift.Kind.values()) {
                        drift.put(kind, row.getLong(kind.word()));
                    }
                    return Optional.of(new State(
                            row.getObject("finished_at", OffsetDateTime.class).toInstant(),
                            row.getLong("compared"),
                            row.getLong("undecided"),
                            drift));
                }
            }
        });
    }

    /** Whether the last one of a projection is so long ago, by the database's clock, or there was none. */
    boolean isDue(String projection, Duration interval) throws SQLException {
        return database.read(connection -> {
            try (var statement = connection.prepareStatement(DUE)) {
                statement.setString(1, projection);
                statement.setLong(2, interval.toMillis());
                try (var row = statement.executeQuery()) {
                    row.next();
                    return row.getBoolean(1);
                }
            }
        });
    }
}
