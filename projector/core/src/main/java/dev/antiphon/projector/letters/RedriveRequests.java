package dev.antiphon.projector.letters;

import dev.antiphon.events.jdbc.LocalTransactions;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Table {@code antiphon.redrive_request}: how an operator asks the running projectors, which have the handlers, for a
 * redrive. One node works on a request at a time; when it dies, another takes over after the lease.
 */
public final class RedriveRequests {

    private static final String ADD = """
            insert into antiphon.redrive_request (projection, aggregate_id) values (?, ?) returning id""";
    private static final String CLAIM = """
            update antiphon.redrive_request set claimed_until = clock_timestamp() + ? * interval '1 ms'
             where id = (select id from antiphon.redrive_request
                          where projection = ? and finished_at is null and claimed_until < clock_timestamp()
                          order by id limit 1 for update skip locked)
            returning id, projection, aggregate_id, finished_at is not null, redriven, remaining, message""";
    private static final String RENEW = """
            update antiphon.redrive_request
               set claimed_until = clock_timestamp() + ? * interval '1 ms', redriven = ?, message = ?
             where id = ?""";
    private static final String FINISH = """
            update antiphon.redrive_request
               set finished_at = clock_timestamp(), redriven = ?, remaining = ?, message = ? where id = ?""";
    private static final String FORGET = """
            delete from antiphon.redrive_request where finished_at < clock_timestamp() - interval '7 days'""";
    private static final String FIND = """
            select id, projection, aggregate_id, finished_at is not null, redriven, remaining, message
              from antiphon.redrive_request where id = ?""";

    private final LocalTransactions database;

    public RedriveRequests(DataSource readDatabase) {
        database = new LocalTransactions(readDatabase);
    }

    /**
     * A request.
     *
     * @param aggregateId null for all of the projection
     * @param redriven how many letters were applied
     * @param remaining how many are left behind
     * @param message why some are left, or why it takes longer
     */
    public record Request(
            long id,
            String projection,
            @Nullable String aggregateId,
            boolean finished,
            int redriven,
            long remaining,
            @Nullable String message) {}

    /** Asks for a redrive of one aggregate, or for null of all, and gives the request's id. */
    public long add(String projection, @Nullable String aggregateId) throws SQLException {
        return database.inNew(connection -> {
            try (var statement = connection.prepareStatement(ADD)) {
                statement.setString(1, projection);
                statement.setString(2, aggregateId);
                try (var row = statement.executeQuery()) {
                    row.next();
                    return row.getLong(1);
                }
            }
        });
    }

    /** What came of a request; empty once it is forgotten, a week after its end. */
    public Optional<Request> find(long id) throws SQLException {
        return database.inNew(connection -> {
            try (var statement = connection.prepareStatement(FIND)) {
                statement.setLong(1, id);
                return read(statement);
            }
        });
    }

    /** Takes the oldest open request of a projection that nobody works on. */
    public Optional<Request> claim(String projection, Duration lease) throws SQLException {
        return database.inNew(connection -> {
            try (var statement = connection.prepareStatement(CLAIM)) {
                statement.setLong(1, lease.toMillis());
                statement.setString(2, projection);
                return read(statement);
            }
        });
    }

    /** Keeps a request for another while, and says how far it is; what interrupts it, null for nothing. */
    public void renew(Request request, Duration lease, int redriven, @Nullable String interruption)
            throws SQLException {
        database.inNew(connection -> {
            try (var statement = connection.prepareStatement(RENEW)) {
                statement.setLong(1, lease.toMillis());
                statement.setInt(2, redriven);
                statement.setString(3, interruption == null ? null : BoundedText.of(interruption, BoundedText.REASON));
                statement.setLong(4, request.id());
                return statement.executeUpdate();
            }
        });
    }

    /** Says what came of it. */
    public void finish(Request request, int redriven, long remaining, @Nullable String message) throws SQLException {
        database.inNew(connection -> {
            try (var finish = connection.prepareStatement(FINISH);
                    var forget = connection.prepareStatement(FORGET)) {
                finish.setInt(1, redriven);
                finish.setLong(2, remaining);
                finish.setString(3, message == null ? null : BoundedText.of(message, BoundedText.REASON));
                finish.setLong(4, request.id());
                finish.executeUpdate();
                return forget.executeUpdate();
            }
        });
    }

    private static Optional<Request> read(PreparedStatement statement) throws SQLException {
        try (var row = statement.executeQuery()) {
            return row.next() ? Optional.of(read(row)) : Optional.empty();
        }
    }

    private static Request read(ResultSet row) throws SQLException {
        return new Request(
                row.getLong(1),
                row.getString(2),
                row.getString(3),
                row.getBoolean(4),
                row.getInt(5),
                row.getLong(6),
                row.getString(7));
    }
}
