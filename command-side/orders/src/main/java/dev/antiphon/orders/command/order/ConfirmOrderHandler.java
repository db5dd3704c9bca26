package dev.antiphon.orders.command.order;

import dev.antiphon.command.Aggregates;
import dev.antiphon.command.CommandHandler;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** Accepts a placed order. */
@ApplicationScoped
public class ConfirmOrderHandler implements CommandHandler<ConfirmOrder, Order> {

    @Inject
    Aggregates aggregates;

    @Override
    public Order handle(ConfirmOrder command) {
        var order = aggregates.load(Order.class, command.orderId());
        order.confirm();
        return order;
    }
}
