package dev.antiphon.it.shop.changed;

import dev.antiphon.events.Envelope;
import dev.antiphon.orders.events.OrderCancelled;
import dev.antiphon.orders.events.OrderConfirmed;
import dev.antiphon.orders.events.OrderEvent;
import dev.antiphon.orders.events.OrderPlaced;
import dev.antiphon.orders.events.OrderShipped;
import dev.antiphon.orders.events.OrderSnapshot;
import dev.antiphon.orders.events.OrderStatus;
import dev.antiphon.projector.Projection;
import dev.antiphon.projector.ReadDatabase;
import dev.antiphon.projector.Strategy;
import dev.antiphon.projector.VersionedRow;
import jakarta.enterprise.context.ApplicationScoped;
import java.math.BigDecimal;

/** The summary of orders, with one column more than the reference application's. */
@ApplicationScoped
@Projection(
        name = "order_summary",
        version = 2,
        events = OrderEvent.class,
        strategy = Strategy.PROCESSED_EVENT,
        pushed = true)
public class OrderSummaryProjection {

    public void on(OrderPlaced event, Envelope envelope, ReadDatabase db) {
        var items = event.lines().stream().mapToLong(OrderPlaced.Line::quantity).sum();
        from(
                new OrderSnapshot(
                        event.orderId(),
                        envelope.aggregateVersion(),
                        envelope.occurredAt(),
                        event.kind(),
                        OrderStatus.PLACED,
                        event.customerId(),
                        event.currency(),
                        event.totalMinor(),
                        event.lines().size(),
                        items,
                        event.orderedAt()),
                db);
    }

    public void on(OrderConfirmed event, Envelope envelope, ReadDatabase db) {
        update("CONFIRMED", event.orderId(), envelope, db);
    }

    public void on(OrderShipped event, Envelope envelope, ReadDatabase db) {
        update("SHIPPED", event.orderId(), envelope, db);
    }

    public void on(OrderCancelled event, Envelope envelope, ReadDatabase db) {
        update("CANCELLED", event.orderId(), envelope, db);
    }

    public void from(OrderSnapshot order, ReadDatabase db) {
        db.batch(VersionedRow.of("order_summary", "order_id", order.aggregateId(), order.aggregateVersion())
                .set("kind", order.kind())
                .set("status", order.status())
                .set("customer_id", order.customerId())
                .set("currency", order.currency())
                .set("total_minor", order.totalMinor())
                .set("line_count", order.lineCount())
                .set("item_count", order.itemCount())
                .set("ordered_at", order.orderedAt())
                .set("updated_at", order.changedAt())
                .set("items_per_line", BigDecimal.valueOf(order.itemCount() / order.lineCount())));
    }

    private static void update(String status, String orderId, Envelope envelope, ReadDatabase db) {
        db.batch(
                "update order_summary set status = ?, version = ?, updated_at = ? where order_id = ?",
                status,
                envelope.aggregateVersion(),
                envelope.occurredAt(),
                orderId);
    }
}
