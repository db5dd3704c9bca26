package dev.antiphon.projector.letters;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** How a letter leaves the table; the caller holds the row of its aggregate. */
final class LetterRows {

    private static final String AUDIT = """
            insert into antiphon.dead_letter_audit
                (action, reason, projection, aggregate_id, aggregate_version, event_id, event_type, topic, partition,
                 record_offset, record_key, record_value, header_names, header_values, failed_for, failed_at)
            select ?, ?, projection, aggregate_id, aggregate_version, event_id, event_type, topic, partition,
                   record_offset, record_key, case when ? then record_value end, case when ? then header_names end,
                   case when ? then header_values end, reason, failed_at
              from antiphon.dead_letter where id = ?""";
    private static final String DELETE = "delete from antiphon.dead_letter where id = ?";
    private static final String UNPARK = """
            delete from antiphon.parked_aggregate p
             where projection = ? and aggregate_id = ?
               and not exists (select 1 from antiphon.dead_letter l
                                where l.projection = p.projection and l.aggregate_id = p.aggregate_id)""";

    private LetterRows() {}

    /** Moves a letter to the audit, whole if it was discarded, and unparks the aggregate if none remains. */
    static void remove(Connection connection, DeadLetter letter, String action, @Nullable String reason)
            throws SQLException {
        try (var audit = connection.prepareStatement(AUDIT)) {
            audit.setString(1, action);
            audit.setString(2, reason);
            for (var i = 3; i <= 5; i++) {
                audit.setBoolean(i, action.equals("discarded"));
            }
            audit.setLong(6, letter.id());
            audit.executeUpdate();
        }
        try (var delete = connection.prepareStatement(DELETE)) {
            delete.setLong(1, letter.id());
            delete.executeUpdate();
        }
        if (letter.aggregateId() != null) {
            unpark(connection, letter.projection(), letter.aggregateId());
        }
    }

    static void unpark(Connection connection, String projection, String aggregateId) throws SQLException {
        try (var unpark = connection.prepareStatement(UNPARK)) {
            unpark.setString(1, projection);
            unpark.setString(2, aggregateId);
            unpark.executeUpdate();
        }
    }
}
