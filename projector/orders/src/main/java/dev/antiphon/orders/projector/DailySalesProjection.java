package dev.antiphon.orders.projector;

import dev.antiphon.orders.events.OrderCancelled;
import dev.antiphon.orders.events.OrderConfirmed;
import dev.antiphon.orders.events.OrderEvent;
import dev.antiphon.orders.events.OrderKind;
import dev.antiphon.projector.Projection;
import dev.antiphon.projector.ReadDatabase;
import dev.antiphon.projector.RunningSum;
import dev.antiphon.projector.Strategy;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/**
 * What the shop has sold each day, in each currency. An order counts for the day on which it was ordered, in UTC, from
 * its confirmation until it is cancelled; a return counts negative, for the day on which the goods came back.
 */
@ApplicationScoped
@Projection(name = "daily_sales", events = OrderEvent.class, strategy = Strategy.PROCESSED_EVENT)
public class DailySalesProjection {

    private static final RunningSum SALES = new RunningSum(
            "daily_sales",
            List.of("day", "currency"),
            List.of("amount_minor", "sale_count", "return_count"),
            "daily_sales_part",
            "order_id");

    public void on(OrderConfirmed event, ReadDatabase db) {
        db.sum(SALES)
                .contribute(
                        event.orderId(),
                        List.of(LocalDate.ofInstant(event.orderedAt(), ZoneOffset.UTC), event.currency()),
                        event.kind().sign() * event.totalMinor(),
                        event.kind() == OrderKind.SALE ? 1 : 0,
                        event.kind() == OrderKind.RETURN ? 1 : 0);
    }

    public void on(OrderCancelled event, ReadDatabase db) {
        db.sum(SALES).withdraw(event.orderId());
    }
}
