package dev.antiphon.orders.projector;

import dev.antiphon.orders.events.OrderCancelled;
import dev.antiphon.orders.events.OrderConfirmed;
import dev.antiphon.orders.events.OrderEvent;
import dev.antiphon.orders.events.OrderKind;
import dev.antiphon.orders.events.OrderSnapshot;
import dev.antiphon.projector.Projection;
import dev.antiphon.projector.ReadDatabase;
import dev.antiphon.projector.RunningSum;
import dev.antiphon.projector.Strategy;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/**
 * What the shop has sold each day, in each currency. An order counts for the day on which it was ordered, in UTC, from
 * its confirmation until it is cancelled; a return counts negative, for the day on which the goods came back.
 */
@ApplicationScoped
@Projection(
        name = "daily_sales",
        events = OrderEvent.class,
        strategy = Strategy.PROCESSED_EVENT,
        tables = {"daily_sales", "daily_sales_part"})
public class DailySalesProjection {

    private static final RunningSum SALES = new RunningSum(
            "daily_sales",
            List.of("day", "currency"),
            List.of("amount_minor", "sale_count", "return_count"),
            "daily_sales_part",
            "order_id");

    public void on(OrderConfirmed event, ReadDatabase db) {
        count(event.orderId(), event.kind(), event.orderedAt(), event.currency(), event.totalMinor(), db);
    }

    public void on(OrderCancelled event, ReadDatabase db) {
        db.sum(SALES).withdraw(event.orderId());
    }

    public void from(OrderSnapshot order, ReadDatabase db) {
        if (order.status().counts()) {
            count(order.aggregateId(), order.kind(), order.orderedAt(), order.currency(), order.totalMinor(), db);
        } else {
            db.sum(SALES).withdraw(order.aggregateId());
        }
    }

    private static void count(
            String orderId, OrderKind kind, Instant orderedAt, String currency, long totalMinor, ReadDatabase db) {
        db.sum(SALES)
                .contribute(
                        orderId,
                        List.of(LocalDate.ofInstant(orderedAt, ZoneOffset.UTC), currency),
                        kind.sign() * totalMinor,
                        kind == OrderKind.SALE ? 1 : 0,
                        kind == OrderKind.RETURN ? 1 : 0);
    }
}
