package dev.antiphon.projector.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** Table {@code antiphon.processed_event}: which events a consumer has applied (rule S2). */
public final class ProcessedEvents {

    private static final String FORGET = """
            delete from antiphon.processed_event where ctid = any (array(
                select ctid from antiphon.processed_event
                 where consumer = ? and processed_at < clock_timestamp() - ? * interval '1 ms'
                 limit ? for update skip locked))""";

    private ProcessedEvents() {}

    /** Deletes at most {@code limit} events that were applied before the retention, and says how many there were. */
    public static int forget(Connection connection, String consumer, Duration retention, int limit)
            throws SQLException {
        try (var statement = connection.prepareStatement(FORGET)) {
            statement.setString(1, consumer);
            statement.setLong(2, retention.toMillis());
            statement.setInt(3, limit);
            return statement.executeUpdate();
        }
    }
}
