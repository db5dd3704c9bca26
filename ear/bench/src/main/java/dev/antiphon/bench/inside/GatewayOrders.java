package dev.antiphon.bench.inside;

import dev.antiphon.command.CommandGateway;
import dev.antiphon.orders.command.order.ConfirmOrder;
import dev.antiphon.orders.command.order.PlaceOrder;
import dev.antiphon.orders.events.OrderKind;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/** The product: commands through the gateway, as the HTTP resources of the war send them. */
final class GatewayOrders implements Orders {

    private static final Instant ORDERED_AT = Instant.parse("2010-12-01T08:26:00Z");

    private final CommandGateway gateway;

    GatewayOrders(CommandGateway gateway) {
        this.gateway = gateway;
    }

    @Override
    public void place(String id) {
        gateway.send(new PlaceOrder(
                id,
                OrderKind.SALE,
                "17850",
                "GBP",
                ORDERED_AT,
                List.of(new PlaceOrder.Line(
                        "85123A", "WHITE HANGING HEART T-LIGHT HOLDER", 6, new BigDecimal("2.55")))));
    }

    @Override
    public void confirm(String id) {
        gateway.send(new ConfirmOrder(id));
    }
}
