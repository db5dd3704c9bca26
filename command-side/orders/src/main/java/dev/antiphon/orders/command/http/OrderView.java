package dev.antiphon.orders.command.http;

import dev.antiphon.command.ee.http.Versioned;
import dev.antiphon.orders.command.order.Order;
import dev.antiphon.orders.command.order.OrderStatus;
import dev.antiphon.orders.events.OrderKind;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An order as the write store has it; amounts in minor units. */
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
