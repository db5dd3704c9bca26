package dev.antiphon.orders.command.order;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.antiphon.command.Aggregates;
import dev.antiphon.command.CommandHandler;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** Takes an order. */
@ApplicationScoped
public class PlaceOrderHandler implements CommandHandler<PlaceOrder, Order> {

    @Inject
    Aggregates aggregates;

    @Override
    public Order handle(PlaceOrder command) {
        var id = command.orderId() != null
                ? command.orderId()
                : UlidCreator.getUlid().toString();
        return aggregates.add(Order.place(id, command));
    }
}
