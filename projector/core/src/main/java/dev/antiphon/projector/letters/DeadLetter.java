package dev.antiphon.projector.letters;

import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.RecordHeader;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record that a projection has given up.
 *
 * @param consumer the group that read it
 * @param delivery the record as it came
 * @param aggregateId null where it is unknown which aggregate it belongs to
 * @param aggregateVersion null where that cannot be read
 * @param kind {@code handler}, {@code unreadable}, {@code gap}, or {@code follows} for what came behind
 * @param reason why the last attempt failed
 * @param attempts how often it has failed, redrives included
 * @param failedAt when the last attempt failed
 */
public record DeadLetter(
        long id,
        String projection,
        String consumer,
        Delivery delivery,
        @Nullable String aggregateId,
        @Nullable Long aggregateVersion,
        @Nullable String eventType,
        String kind,
        String reason,
        int attempts,
        Instant failedAt) {

    static final String COLUMNS = """
            id, projection, consumer, topic, partition, record_offset, record_time, record_key, record_value,
            header_names, header_values, aggregate_id, aggregate_version, event_type, kind, reason, attempts, failed_at
            """;

    /** The letters that a statement finds, which selects {@link #COLUMNS}. */
    static List<DeadLetter> readAll(PreparedStatement statement) throws SQLException {
        var letters = new ArrayList<DeadLetter>();
        try (var rows = statement.executeQuery()) {
            while (rows.next()) {
                letters.add(read(rows));
            }
        }
        return letters;
    }

    private static DeadLetter read(ResultSet row) throws SQLException {
        var version = row.getLong("aggregate_version");
        var hasVersion = !row.wasNull();
        return new DeadLetter(
                row.getLong("id"),
                row.getString("projection"),
                row.getString("consumer"),
                new Delivery(
                        row.getString("topic"),
                        row.getInt("partition"),
                        row.getLong("record_offset"),
                        time(row, "record_time"),
                        row.getBytes("record_key"),
                        row.getBytes("record_value"),
                        headers(row)),
                row.getString("aggregate_id"),
                hasVersion ? version : null,
                row.getString("event_type"),
                row.getString("kind"),
                row.getString("reason"),
                row.getInt("attempts"),
                time(row, "failed_at"));
    }

    private static Instant time(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    private static List<RecordHeader> headers(ResultSet row) throws SQLException {
        var names = (Object[]) row.getArray("header_names").getArray();
        var values = (Object[]) row.getArray("header_values").getArray();
        var headers = new ArrayList<RecordHeader>();
        for (var i = 0; i < names.length; i++) {
            headers.add(new RecordHeader((String) names[i], (byte[]) values[i]));
        }
        return headers;
    }
}
