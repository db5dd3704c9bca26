package dev.antiphon.command.idempotency;

import dev.antiphon.command.CommandRefusedException;
import dev.antiphon.command.IdempotencyKey;
import dev.antiphon.command.Refusal;
import dev.antiphon.command.spi.UncheckedSqlException;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Kept outcomes, in the write database, through the connection of the current transaction. */
public final class IdempotencyStore {

    private static final String BEGIN = """
            select pg_try_advisory_xact_lock(hashtextextended(? || ' ' || ?, 0)),
                   (select fingerprint || ' ' || outcome from antiphon.idempotency
                     where scope = ? and key = ? and kept_at > now() - ? * interval '1 second')
            """;

    private static final String KEEP = """
            insert into antiphon.idempotency as kept (scope, key, fingerprint, outcome) values (?, ?, ?, ?)
            on conflict (scope, key) do update
               set fingerprint = excluded.fingerprint, outcome = excluded.outcome, kept_at = now()
             where kept.kept_at <= now() - ? * interval '1 second'
            """;

    /** As text with its values: a prepared plan from when the table was empty would read all of it for ever. */
    private static final String CLEAN = """
            delete from antiphon.idempotency where (scope, key) in
                (select scope, key from antiphon.idempotency where kept_at <= now() - %d * interval '1 second'
                  order by kept_at limit %d for update skip locked)
            """;

    private final DataSource dataSource;
    private final Duration retention;

    /**
     * A store.
     *
     * @param dataSource the JTA data source of the aggregates
     * @param retention how long an outcome is kept
     */
    public IdempotencyStore(DataSource dataSource, Duration retention) {
        this.dataSource = dataSource;
        this.retention = retention;
    }

    /**
     * Takes the lock of the key for the rest of the transaction and looks for the outcome of an earlier request.
     *
     * @return the outcome, or null if this request is the first
     * @throws CommandRefusedException if another request with this key is running, or the key belongs to another command
     */
    @Nullable Outcome begin(IdempotencyKey key, String fingerprint) {
        try (var connection = dataSource.getConnection();
                var statement = connection.prepareStatement(BEGIN)) {
            statement.setString(1, key.scope());
            statement.setString(2, key.value());
            statement.setString(3, key.scope());
            statement.setString(4, key.value());
            statement.setLong(5, retention.toSeconds());
            try (var result = statement.executeQuery()) {
                result.next();
                if (!result.getBoolean(1)) {
                    throw CommandRefusedException.because(
                            Refusal.IN_PROGRESS,
                            "command-in-progress",
                            "The first request with this Idempotency-Key is still running. Ask again for its answer.");
                }
                var kept = result.getString(2);
                return kept == null ? null : outcome(kept, fingerprint);
            }
        } catch (SQLException e) {
            throw new UncheckedSqlException(e);
        }
    }

    private static Outcome outcome(String kept, String fingerprint) {
        var space = kept.indexOf(' ');
        if (!kept.substring(0, space).equals(fingerprint)) {
            throw CommandRefusedException.because(
                    Refusal.KEY_REUSED,
                    "idempotency-key-reused",
                    "This Idempotency-Key was used for another command. Use a new key for a new command.");
        }
        return Outcome.fromJson(kept.substring(space + 1));
    }

    /** Keeps an outcome; becomes visible with the commit of the transaction. */
    void keep(IdempotencyKey key, String fingerprint, Outcome outcome) {
        try (var connection = dataSource.getConnection();
                var statement = connection.prepareStatement(KEEP)) {
            statement.setString(1, key.scope());
            statement.setString(2, key.value());
            statement.setString(3, fingerprint);
            statement.setString(4, outcome.toJson());
            statement.setLong(5, retention.toSeconds());
            if (statement.executeUpdate() == 0) {
                throw new SQLException("An outcome for this key was kept meanwhile", "23505");
            }
        } catch (SQLException e) {
            throw new UncheckedSqlException(e);
        }
    }

    /**
     * Deletes outcomes past their time, at most {@code limit}; outside of any other transaction.
     *
     * @return how many
     */
    public int clean(int limit) {
        try (var connection = dataSource.getConnection();
                var statement = connection.createStatement()) {
            return statement.executeUpdate(CLEAN.formatted(retention.toSeconds(), limit));
        } catch (SQLException e) {
            throw new UncheckedSqlException(e);
        }
    }
}
