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
import java.util.List;

/**
 * What each customer has spent, in each currency. An order counts from its confirmation until it is cancelled, a return
 * counts negative; an order of a customer whom the shop does not know counts for nobody.
 */
@ApplicationScoped
@Projection(name = "customer_spend", events = OrderEvent.class, strategy = Strategy.PROCESSED_EVENT)
public class CustomerSpendProjection {

    private static final RunningSum SPEND = new RunningSum(
            "customer_spend",
            List.of("customer_id", "currency"),
            List.of("amount_minor", "sale_count", "return_count"),
            "customer_spend_part",
            "order_id");

    public void on(OrderConfirmed event, ReadDatabase db) {
        if (event.customerId() != null) {
            db.sum(SPEND)
                    .contribute(
                            event.orderId(),
                            List.of(event.customerId(), event.currency()),
                            event.kind().sign() * event.totalMinor(),
                            event.kind() == OrderKind.SALE ? 1 : 0,
                            event.kind() == OrderKind.RETURN ? 1 : 0);
        }
    }

    public void on(OrderCancelled event, ReadDatabase db) {
        db.sum(SPEND).withdraw(event.orderId());
    }
}
