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
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What each customer has spent, in each currency. An order counts from its confirmation until it is cancelled, a return
 * counts negative; an order of a customer whom the shop does not know counts for nobody.
 */
@ApplicationScoped
@Projection(
        name = "customer_spend",
        events = OrderEvent.class,
        strategy = Strategy.PROCESSED_EVENT,
        tables = {"customer_spend", "customer_spend_part"})
public class CustomerSpendProjection {

    private static final RunningSum SPEND = new RunningSum(
            "customer_spend",
            List.of("customer_id", "currency"),
            List.of("amount_minor", "sale_count", "return_count"),
            "customer_spend_part",
            "order_id");

    public void on(OrderConfirmed event, ReadDatabase db) {
        count(event.orderId(), event.kind(), event.customerId(), event.currency(), event.totalMinor(), db);
    }

    public void on(OrderCancelled event, ReadDatabase db) {
        db.sum(SPEND).withdraw(event.orderId());
    }

    public void from(OrderSnapshot order, ReadDatabase db) {
        if (order.status().counts()) {
            count(order.aggregateId(), order.kind(), order.customerId(), order.currency(), order.totalMinor(), db);
        } else {
            db.sum(SPEND).withdraw(order.aggregateId());
        }
    }

    private static void count(
            String orderId,
            OrderKind kind,
            @Nullable String customerId,
            String currency,
            long totalMinor,
            ReadDatabase db) {
        if (customerId != null) {
            db.sum(SPEND)
                    .contribute(
                            orderId,
                            List.of(customerId, currency),
                            kind.sign() * totalMinor,
                            kind == OrderKind.SALE ? 1 : 0,
                            kind == OrderKind.RETURN ? 1 : 0);
        }
    }
}
