package dev.antiphon.orders.projector;

import dev.antiphon.orders.events.OrderConfirmed;
import dev.antiphon.orders.events.OrderKind;
import dev.antiphon.orders.events.OrderPlaced;
import java.time.Instant;
import java.util.List;

/** Events of made-up orders, in pounds. */
final class Orders {

    private Orders() {}

    static OrderPlaced placed(String id, OrderKind kind, String customer, long total, String orderedAt) {
        return new OrderPlaced(
                id,
                kind,
                customer,
                "GBP",
                total,
                Instant.parse(orderedAt),
                List.of(new OrderPlaced.Line("85123A", "a lamp", 3, total), new OrderPlaced.Line("post", null, 1, 0)));
    }

    static OrderConfirmed confirmed(String id, OrderKind kind, String customer, long total, String orderedAt) {
        return new OrderConfirmed(id, kind, customer, "GBP", total, Instant.parse(orderedAt));
    }
}
