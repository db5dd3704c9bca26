package dev.antiphon.projector.letters;

import dev.antiphon.events.jdbc.LocalTransactions;
import dev.antiphon.projector.spi.Failure;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * What the projections of a read database have given up, and what an operator can do about it without the projections'
 * code (rule E5). Every method is one transaction; consumers go on meanwhile, and wait only where they meet the same
 * aggregate. To redrive, see {@link RedriveRequests}.
 */
public final class DeadLetters {

    private static final String PARKED = """
            select p.projection, p.aggregate_id, p.aggregate_type, p.kind, p.reason, p.parked_at,
                   (select count(*) from antiphon.dead_letter l
                     where l.projection = p.projection and l.aggregate_id = p.aggregate_id)
              from antiphon.parked_aggregate p order by p.parked_at, p.projection, p.aggregate_id limit ?""";
    private static final String PARKED_OF = """
            select aggregate_id from antiphon.parked_aggregate
             where projection = ? and aggregate_id > ? order by aggregate_id limit ?""";
    private static final String OF_AGGREGATE = "select " + DeadLetter.COLUMNS + """
              from antiphon.dead_letter
             where projection = ? and aggregate_id = ? order by sort_version, id limit ?""";
    private static final String FIND = "select " + DeadLetter.COLUMNS + " from antiphon.dead_letter where id = ?";
    private static final String OF_NO_AGGREGATE = "select " + DeadLetter.COLUMNS + """
              from antiphon.dead_letter
             where aggregate_id is null and (? is null or projection = ?) and id > ? order by id limit ?""";
    private static final String BY_ID = "select " + DeadLetter.COLUMNS + """
              from antiphon.dead_letter where id = ? and aggregate_id is null for update""";
    private static final String COUNT = """
            select count(*) from antiphon.dead_letter where projection = ? and (? is null or aggregate_id = ?)""";
    private static final String COUNTS = """
            select (select count(*) from (select from antiphon.parked_aggregate where projection = ? limit 100000) p),
                   (select count(*) from (select from antiphon.dead_letter where projection = ? limit 100000) l)""";
    private static final String LOCK = """
            select 1 from antiphon.parked_aggregate where projection = ? and aggregate_id = ? for update""";
    private static final String PASS_OVER = """
            insert into antiphon.watermark as w (projection, aggregate_id, aggregate_version) values (?, ?, ?)
                on conflict (projection, aggregate_id) do update
               set aggregate_version = excluded.aggregate_version, applied_at = excluded.applied_at
             where w.aggregate_version < excluded.aggregate_version""";
    private static final String GAP_ACCEPTED = """
            insert into antiphon.dead_letter_audit
                (action, reason, projection, aggregate_id, aggregate_version, failed_for, failed_at)
            values ('gap-accepted', ?, ?, ?, ?, ?, ?)""";
    private static final String FAILED = """
            update antiphon.dead_letter
               set kind = ?, reason = ?, stack_trace = ?, attempts = attempts + 1, failed_at = clock_timestamp()
             where id = ?""";
    private static final String PARKED_FOR = """
            update antiphon.parked_aggregate set kind = ?, reason = ? where projection = ? and aggregate_id = ?""";

    private final LocalTransactions database;

    /** Of the read database; its connections must come in auto-commit mode and take part in no other transaction. */
    public DeadLetters(DataSource readDatabase) {
        database = new LocalTransactions(readDatabase);
    }

    /** The parked aggregates of all projections, longest parked first, at most {@code limit}. */
    public List<ParkedAggregate> parked(int limit) throws SQLException {
        return database.inNew(connection -> {
            var list = new ArrayList<ParkedAggregate>();
            try (var statement = connection.prepareStatement(PARKED)) {
                statement.setInt(1, limit);
                try (var rows = statement.executeQuery()) {
                    while (rows.next()) {
                        list.add(new ParkedAggregate(
                                rows.getString(1),
                                rows.getString(2),
                                rows.getString(3),
                                rows.getString(4),
                                rows.getString(5),
                                rows.getObject(6, OffsetDateTime.class).toInstant(),
                                rows.getLong(7)));
                    }
                }
            }
            return list;
        });
    }

    /** The ids of a projection's parked aggregates behind one of them, in order. */
    public List<String> parkedOf(String projection, String after, int limit) throws SQLException {
        return database.inNew(connection -> {
            var ids = new ArrayList<String>();
            try (var statement = connection.prepareStatement(PARKED_OF)) {
                statement.setString(1, projection);
                statement.setString(2, after);
                statement.setInt(3, limit);
                try (var rows = statement.executeQuery()) {
                    while (rows.next()) {
                        ids.add(rows.getString(1));
                    }
                }
            }
            return ids;
        });
    }

    /** The letters of which no aggregate is known, behind one of them, in order; of one projection, or null for all. */
    public List<DeadLetter> ofNoAggregate(@Nullable String projection, long afterId, int limit) throws SQLException {
        return database.inNew(connection -> {
            try (var statement = connection.prepareStatement(OF_NO_AGGREGATE)) {
                statement.setString(1, projection);
                statement.setString(2, projection);
                statement.setLong(3, afterId);
                statement.setInt(4, limit);
                return DeadLetter.readAll(statement);
            }
        });
    }

    /** The letters of an aggregate in the order in which they must be applied, at most {@code limit}. */
    public List<DeadLetter> of(String projection, String aggregateId, int limit) throws SQLException {
        return database.read(connection -> of(connection, projection, aggregateId, limit));
    }

    private static List<DeadLetter> of(Connection connection, String projection, String aggregateId, int limit)
            throws SQLException {
        try (var statement = connection.prepareStatement(OF_AGGREGATE)) {
            statement.setString(1, projection);
            statement.setString(2, aggregateId);
            statement.setInt(3, limit);
            return DeadLetter.readAll(statement);
        }
    }

    /** A letter by its id. */
    public Optional<DeadLetter> find(long letterId) throws SQLException {
        return database.read(connection -> {
            try (var statement = connection.prepareStatement(FIND)) {
                statement.setLong(1, letterId);
                return DeadLetter.readAll(statement).stream().findFirst();
            }
        });
    }

    /** The letter of an aggregate that must be applied before any other of it. */
    public Optional<DeadLetter> first(String projection, String aggregateId) throws SQLException {
        return database.inNew(connection -> first(connection, projection, aggregateId));
    }

    private static Optional<DeadLetter> first(Connection connection, String projection, String aggregateId)
            throws SQLException {
        return of(connection, projection, aggregateId, 1).stream().findFirst();
    }

    /** How many letters a projection has, of one aggregate or, for null, in all. */
    public long count(String projection, @Nullable String aggregateId) throws SQLException {
        return database.inNew(connection -> {
            try (var statement = connection.prepareStatement(COUNT)) {
                statement.setString(1, projection);
                statement.setString(2, aggregateId);
                statement.setString(3, aggregateId);
                try (var row = statement.executeQuery()) {
                    row.next();
                    return row.getLong(1);
                }
            }
        });
    }

    /** How much a projection has given up; beyond 100,000 nobody counts on. */
    public record Counts(long parkedAggregates, long letters) {}

    /** How much a projection has given up now. */
    public Counts counts(String projection) throws SQLException {
        return database.inNew(connection -> {
            try (var statement = connection.prepareStatement(COUNTS)) {
                statement.setString(1, projection);
                statement.setString(2, projection);
                try (var row = statement.executeQuery()) {
                    row.next();
                    return new Counts(row.getLong(1), row.getLong(2));
                }
            }
        });
    }

    /**
     * Gives up the first letter of a parked aggregate for good; it is kept in the audit table, whole. Its version counts
     * as seen. Those behind it stay until they are redriven; if there are none, the aggregate is unparked.
     *
     * @param reason for the audit
     * @return whether there was one
     */
    public boolean discard(String projection, String aggregateId, String reason) throws SQLException {
        requireReason(reason);
        return database.inNew(connection -> {
            lock(connection, projection, aggregateId);
            var letter = first(connection, projection, aggregateId);
            if (letter.isEmpty()) {
                return false;
            }
            var version = letter.get().aggregateVersion();
            if (version != null) {
                passOver(connection, projection, aggregateId, version);
            }
            LetterRows.remove(connection, letter.get(), "discarded", reason);
            return true;
        });
    }

    /** Gives up a letter of which no aggregate is known, by its id; as {@link #discard(String, String, String)}. */
    public boolean discard(long letterId, String reason) throws SQLException {
        requireReason(reason);
        return database.inNew(connection -> {
            try (var statement = connection.prepareStatement(BY_ID)) {
                statement.setLong(1, letterId);
                var letter = DeadLetter.readAll(statement).stream().findFirst();
                if (letter.isPresent()) {
                    LetterRows.remove(connection, letter.get(), "discarded", reason);
                }
                return letter.isPresent();
            }
        });
    }

    /**
     * Says that the versions missing before the first letter of a parked aggregate will never come: they count as seen,
     * so that a redrive can go on behind them. The read model lacks what they would have done.
     *
     * @param reason for the audit
     * @return whether there is such a letter
     */
    public boolean acceptGap(String projection, String aggregateId, String reason) throws SQLException {
        requireReason(reason);
        return database.inNew(connection -> {
            lock(connection, projection, aggregateId);
            var letter = first(connection, projection, aggregateId);
            var version = letter.map(DeadLetter::aggregateVersion).orElse(null);
            if (version == null || version < 2) {
                return false;
            }
            passOver(connection, projection, aggregateId, version - 1);
            try (var audit = connection.prepareStatement(GAP_ACCEPTED)) {
                audit.setString(1, reason);
                audit.setString(2, projection);
                audit.setString(3, aggregateId);
                audit.setLong(4, version - 1);
                audit.setString(5, letter.get().reason());
                audit.setObject(6, letter.get().failedAt().atOffset(ZoneOffset.UTC));
                audit.executeUpdate();
            }
            return true;
        });
    }

    /** Notes on a letter that a redrive has failed, and why. */
    public void failedAgain(DeadLetter letter, Failure failure) throws SQLException {
        database.inNew(connection -> {
            var aggregateId = letter.aggregateId();
            if (aggregateId != null) {
                lock(connection, letter.projection(), aggregateId);
            }
            try (var failed = connection.prepareStatement(FAILED)) {
                failed.setString(1, Letters.kind(failure));
                failed.setString(2, Letters.reason(failure));
                failed.setString(3, BoundedText.stackTrace(failure.cause()));
                failed.setLong(4, letter.id());
                failed.executeUpdate();
            }
            if (aggregateId != null) {
                try (var parked = connection.prepareStatement(PARKED_FOR)) {
                    parked.setString(1, Letters.kind(failure));
                    parked.setString(2, Letters.reason(failure));
                    parked.setString(3, letter.projection());
                    parked.setString(4, aggregateId);
                    parked.executeUpdate();
                }
            }
            return true;
        });
    }

    private static void requireReason(String reason) {
        if (reason.isBlank()) {
            throw new IllegalArgumentException("Say why: the reason is kept with what is given up.");
        }
    }

    private static void lock(Connection connection, String projection, String aggregateId) throws SQLException {
        try (var statement = connection.prepareStatement(LOCK)) {
            statement.setString(1, projection);
            statement.setString(2, aggregateId);
            statement.executeQuery().close();
        }
    }

    private static void passOver(Connection connection, String projection, String aggregateId, long version)
            throws SQLException {
        try (var statement = connection.prepareStatement(PASS_OVER)) {
            statement.setString(1, projection);
            statement.setString(2, aggregateId);
            statement.setLong(3, version);
            statement.executeUpdate();
        }
    }
}
