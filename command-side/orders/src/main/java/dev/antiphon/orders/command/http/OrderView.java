package dev.antiphon.orders.command.http;

import dev.antiphon.command.ee.http.Versioned;
import dev.antiphon.orders.command.order.Order;
import dev.antiphon.orders.command.order.OrderStatus;
import dev.antiphon.orders.events.OrderKind;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** An order as the write store has it; amounts in minor units. */
@Schema(examples = """
        {"orderId":"demo-1","kind":"SALE","status":"PLACED","customerId":"17850","currency":"GBP","totalMinor":1530,
         "orderedAt":"2010-12-01T08:26:00Z","version":1,"lines":[{"stockCode":"85123A","quantity":6,"unitPriceMinor":255}]}""")
public record OrderView(
        String orderId,
        OrderKind kind,
        OrderStatus status,
        @Nullable String customerId,
        String currency,
        long totalMinor,
        Instant orderedAt,
        List<Line> lines,
        long version)
        implements Versioned {

    /** One line. */
    public record Line(String stockCode, @Nullable String description, int quantity, long unitPriceMinor) {}

    static OrderView of(Order order) {
        return new OrderView(
                order.id(),
                order.kind(),
                order.status(),
                order.customerId(),
                order.currency(),
                order.totalMinor(),
                order.orderedAt(),
                order.lines().stream()
                        .map(line ->
                                new Line(line.stockCode(), line.description(), line.quantity(), line.unitPriceMinor()))
                        .toList(),
                order.version());
    }
}
