package dev.antiphon.orders.projector;

import dev.antiphon.events.Envelope;
import dev.antiphon.orders.events.OrderCancelled;
import dev.antiphon.orders.events.OrderConfirmed;
import dev.antiphon.orders.events.OrderEvent;
import dev.antiphon.orders.events.OrderPlaced;
import dev.antiphon.orders.events.OrderShipped;
import dev.antiphon.orders.events.OrderSnapshot;
import dev.antiphon.projector.Projection;
import dev.antiphon.projector.ReadDatabase;
import dev.antiphon.projector.Strategy;
import dev.antiphon.projector.VersionedRow;
import jakarta.enterprise.context.ApplicationScoped;

/** One row for each order, with what a list of orders shows: who, how much, and how far it has come. */
@ApplicationScoped
@Projection(name = "order_summary", events = OrderEvent.class, strategy = Strategy.PROCESSED_EVENT, pushed = true)
public class OrderSummaryProjection {

    public void on(OrderPlaced event, Envelope envelope, ReadDatabase db) {
        db.batch(
                """
                insert into order_summary (order_id, kind, status, customer_id, currency, total_minor, line_count,
                                           item_count, ordered_at, version, updated_at)
                values (?, ?, 'PLACED', ?, ?, ?, ?, ?, ?, ?, ?)""",
                event.orderId(),
                event.kind(),
                event.customerId(),
                event.currency(),
                event.totalMinor(),
                event.lines().size(),
                event.lines().stream().mapToLong(OrderPlaced.Line::quantity).sum(),
                event.orderedAt(),
                envelope.aggregateVersion(),
                envelope.occurredAt());
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
                .set("updated_at", order.changedAt()));
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
