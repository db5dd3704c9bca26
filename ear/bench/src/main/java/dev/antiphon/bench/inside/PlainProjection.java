package dev.antiphon.bench.inside;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import javax.sql.DataSource;

/**
 * The raw limit of a projection: the rows that events of a batch come to, by JDBC batches from memory, with everything
 * that the product writes in the same transaction: position, watermarks, and processed events where it has them. Nothing is
 * read, parsed or checked.
 */
final class PlainProjection {

    private static final int EVENTS = 500;
    private static final Timestamp TIME = Timestamp.from(Instant.parse("2010-12-01T08:26:00Z"));
    private static final String POSITION = """
            update antiphon.position set next_offset = next_offset, updated_at = now()
             where projection = ? and partition = 0""";
    private static final String PROCESSED = """
            insert into antiphon.processed_event (consumer, event_id) select 'plain', unnest(?)""";
    private static final String WATERMARKS = """
            insert into antiphon.watermark (projection, aggregate_id, aggregate_version)
            select 'plain', unnest(?), 2""";
    private static final String PLACED = """
            insert into order_summary (order_id, kind, status, customer_id, currency, total_minor, line_count, item_count,
                                       ordered_at, version, updated_at)
            values (?, 'SALE', 'PLACED', '17850', 'GBP', 1530, 1, 6, ?, 1, ?)""";
    private static final String CONFIRMED =
            "update order_summary set status = 'CONFIRMED', version = 2, updated_at = ? where order_id = ?";
    private static final String LISTED = """
            insert into product_summary as t (product_id, version, updated_at, name, price_minor, currency)
            values (?, 1, ?, 'WHITE HANGING HEART T-LIGHT HOLDER, HAND MADE, IN A BOX OF SIX PIECES', 255, 'GBP')
                on conflict (product_id) do update
               set version = excluded.version, updated_at = excluded.updated_at, name = excluded.name,
                   price_minor = excluded.price_minor, currency = excluded.currency
             where t.version < excluded.version""";
    private static final String REPRICED = """
            update product_summary set version = 2, updated_at = ?, price_minor = 257, currency = 'GBP'
             where product_id = ? and version < 2""";

    private final DataSource dataSource;

    PlainProjection(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Orders, placed and confirmed, with processed events; answers the seconds. */
    double orders(String prefix, int events) throws SQLException {
        return run(prefix, events, "order_summary", PLACED, 2, CONFIRMED, true);
    }

    /** Products, listed and repriced, with version guards; answers the seconds. */
    double products(String prefix, int events) throws SQLException {
        return run(prefix, events, "product_summary", LISTED, 1, REPRICED, false);
    }

    private double run(
            String prefix, int events, String projection, String first, int times, String second, boolean processed)
            throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            long begin = System.nanoTime();
            for (int event = 0; event < events; event += EVENTS) {
                String[] ids = new String[Math.min(EVENTS, events - event) / 2];
                for (int i = 0; i < ids.length; i++) {
                    ids[i] = prefix + (event / 2 + i);
                }
                position(connection, projection);
                if (processed) {
                    array(connection, PROCESSED, eventIds(prefix, event, ids.length * 2));
                }
                batch(connection, first, times, ids);
                try (PreparedStatement statement = connection.prepareStatement(second)) {
                    for (String id : ids) {
                        statement.setTimestamp(1, TIME);
                        statement.setString(2, id);
                        statement.addBatch();
                    }
                    statement.executeBatch();
                }
                array(connection, WATERMARKS, ids);
                connection.commit();
            }
            double seconds = (System.nanoTime() - begin) / 1e9;
            connection.setAutoCommit(true);
            return seconds;
        }
    }

    private static void position(Connection connection, String projection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(POSITION)) {
            statement.setString(1, projection);
            statement.executeUpdate();
        }
    }

    private static String[] eventIds(String prefix, int from, int count) {
        String[] ids = new String[count];
        for (int i = 0; i < count; i++) {
            String number = prefix + (from + i);
            ids[i] = "0".repeat(26 - number.length()) + number;
        }
        return ids;
    }

    private static void array(Connection connection, String sql, String[] values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setArray(1, connection.createArrayOf("text", values));
            statement.executeUpdate();
        }
    }

    private static void batch(Connection connection, String sql, int times, String[] ids) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (String id : ids) {
                statement.setString(1, id);
                for (int i = 0; i < times; i++) {
                    statement.setTimestamp(2 + i, TIME);
                }
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }
}
