package dev.antiphon.bench.inside;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import javax.sql.DataSource;

/**
 * The raw limit of a projection: the rows that events of a batch come to, by JDBC batches from memory, with everything
 * that the product writes in the same transaction: position, watermarks, and processed events and changes where it has them.
 * Nothing is read, parsed or checked.
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
    private static final String CHANGES = """
            insert into antiphon.change (projection, aggregate_id, aggregate_version, event_type)
            select 'plain', c.id, v.version, v.type
              from unnest(?) as c (id), (values (1, 'order.placed'), (2, 'order.confirmed')) as v (version, type)""";
    private static final String PLACED = """
            insert into order_summary (order_id, kind, status, customer_id, currency, total_minor, line_count, item_count,
                                       ordered_at, version, updated_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";
    private static final String CONFIRMED =
            "update order_summary set status = ?, version = ?, updated_at = ? where order_id = ?";
    private static final String LISTED = """
            insert into product_summary as t (product_id, version, updated_at, name, price_minor, currency)
            values (?, ?, ?, ?, ?, ?)
                on conflict (product_id) do update
               set version = excluded.version, updated_at = excluded.updated_at, name = excluded.name,
                   price_minor = excluded.price_minor, currency = excluded.currency
             where t.version < excluded.version""";
    private static final String REPRICED = """
            update product_summary set version = ?, updated_at = ?, price_minor = ?, currency = ?
             where product_id = ? and version < ?""";
    private static final String NAME = "WHITE HANGING HEART T-LIGHT HOLDER, HAND MADE, IN A BOX OF SIX PIECES";

    /** The values of a statement for one aggregate. */
    private interface Binding {
        void bind(PreparedStatement statement, String id) throws SQLException;
    }

    private final DataSource dataSource;

    PlainProjection(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Orders, placed and confirmed, with processed events; answers the seconds. */
    double orders(String prefix, int events) throws SQLException {
        return run(prefix, events, "order_summary", true, (connection, ids) -> {
            batch(connection, PLACED, ids, PlainProjection::place);
            batch(connection, CONFIRMED, ids, PlainProjection::confirm);
            array(connection, CHANGES, ids);
        });
    }

    private static void place(PreparedStatement statement, String id) throws SQLException {
        statement.setString(1, id);
        statement.setString(2, "SALE");
        statement.setString(3, "PLACED");
        statement.setString(4, "17850");
        statement.setString(5, "GBP");
        statement.setLong(6, 1530);
        statement.setInt(7, 1);
        statement.setLong(8, 6);
        statement.setTimestamp(9, TIME);
        statement.setLong(10, 1);
        statement.setTimestamp(11, TIME);
    }

    private static void confirm(PreparedStatement statement, String id) throws SQLException {
        statement.setString(1, "CONFIRMED");
        statement.setLong(2, 2);
        statement.setTimestamp(3, TIME);
        statement.setString(4, id);
    }

    /** Products, listed and repriced, with version guards; answers the seconds. */
    double products(String prefix, int events) throws SQLException {
        return run(prefix, events, "product_summary", false, (connection, ids) -> {
            batch(connection, LISTED, ids, PlainProjection::list);
            batch(connection, REPRICED, ids, PlainProjection::reprice);
        });
    }

    private static void list(PreparedStatement statement, String id) throws SQLException {
        statement.setString(1, id);
        statement.setLong(2, 1);
        statement.setTimestamp(3, TIME);
        statement.setString(4, NAME);
        statement.setLong(5, 255);
        statement.setString(6, "GBP");
    }

    private static void reprice(PreparedStatement statement, String id) throws SQLException {
        statement.setLong(1, 2);
        statement.setTimestamp(2, TIME);
        statement.setLong(3, 257);
        statement.setString(4, "GBP");
        statement.setString(5, id);
        statement.setLong(6, 2);
    }

    /** What is written of the aggregates of a batch. */
    private interface Effect {
        void of(Connection connection, String[] ids) throws SQLException;
    }

    private double run(String prefix, int events, String projection, boolean processed, Effect effect)
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
                effect.of(connection, ids);
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

    private static void batch(Connection connection, String sql, String[] ids, Binding values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (String id : ids) {
                values.bind(statement, id);
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }
}
