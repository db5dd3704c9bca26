package dev.antiphon.command.relay;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An id below which no row waits and none can still appear. Reading starts here: where an old snapshot keeps the
 * database from cleaning up, every read would else pass all rows that were ever published since.
 *
 * <p>Rows commit out of the order of their ids, so the floor only rises to an id that was handed out while no
 * transaction that was writing to the outbox then is still open. It holds for one epoch: events that are put back with
 * their old ids raise that number, and the floor is void at once.
 */
final class Floor {

    private static final String LAST_ID = """
            select case when is_called then last_value else last_value - 1 end, (select epoch from antiphon.relay_plan)
              from antiphon.outbox_id_seq
            """;
    private static final String WRITERS = """
            select virtualtransaction from pg_locks
             where database = (select oid from pg_database where datname = current_database())
               and relation = 'antiphon.outbox'::regclass and mode = 'RowExclusiveLock'
            """;
    private static final String LOWEST = "select antiphon.lowest_unsent(?)";

    private record Candidate(long lastId, long epoch, Set<String> writers) {}

    private @Nullable Candidate candidate;
    private long id;
    private long epoch;

    /** Rows below this id need not be read while the epoch is {@link #epoch}. */
    long id() {
        return id;
    }

    long epoch() {
        return epoch;
    }

    /** Forgets everything: the database may be another one, or lanes are new to this node. */
    void reset() {
        candidate = null;
        id = 0;
    }

    /** Raises the floor as far as is certain; by single statements, to be called every now and then. */
    void raise(Connection connection) throws SQLException {
        var earlier = candidate;
        if (earlier == null) {
            candidate = look(connection);
            return;
        }
        var writers = writers(connection);
        if (writers.stream().anyMatch(each -> earlier.writers().contains(each) || isPrepared(each))) {
            return;
        }
        if (earlier.epoch() != epoch) {
            epoch = earlier.epoch();
            id = 0;
        }
        id = Math.min(lowest(connection, id), earlier.lastId() + 1);
        candidate = look(connection);
    }

    /** First the last id, then who is writing: whoever got a lower id is among them, or has ended. */
    private static Candidate look(Connection connection) throws SQLException {
        long lastId;
        long epoch;
        try (var statement = connection.prepareStatement(LAST_ID);
                var row = statement.executeQuery()) {
            row.next();
            lastId = row.getLong(1);
            epoch = row.getLong(2);
        }
        return new Candidate(lastId, epoch, writers(connection));
    }

    private static Set<String> writers(Connection connection) throws SQLException {
        var writers = new HashSet<String>();
        try (var statement = connection.prepareStatement(WRITERS);
                var rows = statement.executeQuery()) {
            while (rows.next()) {
                writers.add(rows.getString(1));
            }
        }
        return writers;
    }

    /** A prepared transaction no longer has the name under which it was writing. */
    private static boolean isPrepared(String writer) {
        return writer.startsWith("-1/");
    }

    private static long lowest(Connection connection, long from) throws SQLException {
        try (var statement = connection.prepareStatement(LOWEST)) {
            statement.setLong(1, from);
            try (var row = statement.executeQuery()) {
                row.next();
                var lowest = row.getLong(1);
                return row.wasNull() ? Long.MAX_VALUE : lowest;
            }
        }
    }
}
