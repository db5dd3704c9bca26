package dev.antiphon.orders.command.order;

import dev.antiphon.command.Aggregates;
import dev.antiphon.command.CommandHandler;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** Sends the goods of a confirmed order. */
@ApplicationScoped
public class ShipOrderHandler implements CommandHandler<ShipOrder, Order> {

    @Inject
    Aggregates aggregates;

    @Override
    public Order handle(ShipOrder command) {
        var order = aggregates.load(Order.class, command.orderId());
        order.ship();
        return order;
    }
}
