package dev.antiphon.bench.inside;

import dev.antiphon.command.outbox.AggregateHash;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/**
 * The raw limit: the same rows with the same content as {@link GatewayOrders} leaves, by prepared statements on a
 * connection of the same pool, and nothing else: no checks, no reading of what is there, no JTA, no JSON library.
 */
final class JdbcOrders implements Orders {

    private static final Timestamp ORDERED_AT = Timestamp.from(Instant.parse("2010-12-01T08:26:00Z"));
    private static final String ORDER = """
            insert into orders (id, kind, status, customer_id, currency, total_minor, ordered_at, version, changed_at)
            values (?, 'SALE', 'PLACED', '17850', 'GBP', 1530, ?, 1, ?)
            """;
    private static final String LINE = """
            insert into order_line (order_id, line_no, stock_code, description, quantity, unit_price_minor)
            values (?, 0, '85123A', 'WHITE HANGING HEART T-LIGHT HOLDER', 6, 255)
            """;
    private static final String CONFIRM =
            "update orders set status = 'CONFIRMED', version = 2, changed_at = ? where id = ?";
    private static final String EVENT = """
            insert into antiphon.outbox (aggregate_hash, aggregate_id, topic, event_type, payload, headers)
            values (?, ?, 'shop.orders.order', ?, ?, ?)
            """;

    private final DataSource dataSource;
    private final Runnable afterCommit;
    private final AtomicLong events = new AtomicLong();

    JdbcOrders(DataSource dataSource, Runnable afterCommit) {
        this.dataSource = dataSource;
        this.afterCommit = afterCommit;
    }

    @Override
    public void place(String id) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement order = connection.prepareStatement(ORDER);
                    PreparedStatement line = connection.prepareStatement(LINE);
                    PreparedStatement event = connection.prepareStatement(EVENT)) {
                order.setString(1, id);
                order.setTimestamp(2, ORDERED_AT);
                order.setTimestamp(3, Timestamp.from(Instant.now()));
                order.executeUpdate();
                line.setString(1, id);
                line.executeUpdate();
                append(
                        event,
                        id,
                        "order.placed",
                        1,
                        ",\"lines\":[{\"stockCode\":\"85123A\",\"description\":\"WHITE HANGING HEART T-LIGHT HOLDER\","
                                + "\"quantity\":6,\"unitPriceMinor\":255}]}");
            }
            connection.commit();
            connection.setAutoCommit(true);
        }
        afterCommit.run();
    }

    @Override
    public void confirm(String id) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement order = connection.prepareStatement(CONFIRM);
                    PreparedStatement event = connection.prepareStatement(EVENT)) {
                order.setTimestamp(1, Timestamp.from(Instant.now()));
                order.setString(2, id);
                order.executeUpdate();
                append(event, id, "order.confirmed", 2, "}");
            }
            connection.commit();
            connection.setAutoCommit(true);
        }
        afterCommit.run();
    }

    private void append(PreparedStatement event, String id, String type, int version, String rest) throws SQLException {
        String number = Long.toString(events.incrementAndGet() + 1_000_000_000_000_000L);
        event.setInt(1, AggregateHash.of("Order", id));
        event.setString(2, id);
        event.setString(3, type);
        event.setString(
                4,
                "{\"orderId\":\"" + id + "\",\"kind\":\"SALE\",\"customerId\":\"17850\",\"currency\":\"GBP\","
                        + "\"totalMinor\":1530,\"orderedAt\":\"2010-12-01T08:26:00Z\"" + rest);
        event.setString(
                5,
                "{\"Event-Id\":\"0000000000" + number + "\",\"Event-Type\":\"" + type
                        + "\",\"Schema-Version\":\"1\",\"Correlation-Id\":\"0000000000" + number
                        + "\",\"Source-Service\":\"orders\",\"Aggregate-Type\":\"Order\",\"Aggregate-Version\":\""
                        + version + "\",\"Occurred-At\":\"" + Instant.now() + "\",\"traceparent\":\"00-"
                        + number + number + "-" + number + "-01\"}");
        event.executeUpdate();
    }
}
