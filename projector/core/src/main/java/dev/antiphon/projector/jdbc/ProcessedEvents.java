package dev.antiphon.projector.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** Table {@code antiphon.processed_event}: which events a consumer has applied (rule S2). */
public final class ProcessedEvents {

    private static final String CLAIM = """
            insert into antiphon.processed_event (consumer, event_id) select ?, unnest(?)
                on conflict do nothing returning event_id""";

    private ProcessedEvents() {}

    /** Writes events as processed, in one statement, and gives those that were not there before. */
    public static Set<String> claim(Connection connection, String consumer, Collection<String> eventIds)
            throws SQLException {
        var fresh = new HashSet<String>();
        if (eventIds.isEmpty()) {
            return fresh;
        }
        try (var statement = connection.prepareStatement(CLAIM)) {
            statement.setString(1, consumer);
            statement.setArray(2, connection.createArrayOf("text", eventIds.toArray()));
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    fresh.add(rows.getString(1));
                }
            }
        }
        return fresh;
    }
}
