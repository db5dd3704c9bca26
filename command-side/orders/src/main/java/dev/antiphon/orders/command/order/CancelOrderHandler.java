package dev.antiphon.orders.command.order;

import dev.antiphon.command.Aggregates;
import dev.antiphon.command.CommandHandler;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** Calls off an order that is not shipped. */
@ApplicationScoped
public class CancelOrderHandler implements CommandHandler<CancelOrder, Order> {

    @Inject
    Aggregates aggregates;

    @Override
    public Order handle(CancelOrder command) {
        var order = aggregates.load(Order.class, command.orderId());
        order.cancel();
        return order;
    }
}
