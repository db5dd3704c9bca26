package dev.antiphon.orders.command.order;

import dev.antiphon.command.Aggregate;
import dev.antiphon.command.CommandRefusedException;
import dev.antiphon.command.Violation;
import dev.antiphon.orders.command.Money;
import dev.antiphon.orders.events.OrderCancelled;
import dev.antiphon.orders.events.OrderConfirmed;
import dev.antiphon.orders.events.OrderEvent;
import dev.antiphon.orders.events.OrderKind;
import dev.antiphon.orders.events.OrderPlaced;
import dev.antiphon.orders.events.OrderShipped;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.OrderColumn;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a customer orders from the shop, or brings back to it. It is placed with all its lines, then confirmed, from when
 * it counts in the shop's sums, then shipped; until it is shipped it can be called off.
 */
@Entity
@Table(name = "orders")
public class Order extends Aggregate<OrderEvent> {

    @Id
    private String id;

    @Enumerated(EnumType.STRING)
    private OrderKind kind;

    @Enumerated(EnumType.STRING)
    private OrderStatus status;

    @Column(name = "customer_id")
    private @Nullable String customerId;

    private String currency;

    @Column(name = "total_minor")
    private long totalMinor;

    @Column(name = "ordered_at")
    private Instant orderedAt;

    @ElementCollection
    @CollectionTable(name = "order_line", joinColumns = @JoinColumn(name = "order_id"))
    @OrderColumn(name = "line_no")
    private List<OrderLine> lines = new ArrayList<>();

    protected Order() {
        this("", OrderKind.SALE, null, "", Instant.EPOCH);
    }

    private Order(String id, OrderKind kind, @Nullable String customerId, String currency, Instant orderedAt) {
        this.id = id;
        this.kind = kind;
        this.customerId = customerId;
        this.currency = currency;
        this.orderedAt = orderedAt;
        this.status = OrderStatus.PLACED;
    }

    /**
     * Takes an order.
     *
     * @throws CommandRefusedException if there is no such currency, or a price does not fit it; names every such line
     */
    public static Order place(String id, PlaceOrder command) {
        var currency = Money.currency(command.currency())
                .orElseThrow(() -> CommandRefusedException.rule(
                        "unknown-currency",
                        "There is no currency '" + command.currency() + "'.",
                        List.of(new Violation("/currency", "must be an ISO 4217 code"))));
        var order = new Order(id, command.kind(), command.customerId(), command.currency(), command.orderedAt());
        var violations = new ArrayList<Violation>();
        for (var i = 0; i < command.lines().size(); i++) {
            var line = command.lines().get(i);
            var price = Money.toMinor(line.unitPrice(), currency, "/lines/" + i + "/unitPrice", violations);
            order.add(new OrderLine(line.stockCode(), line.description(), line.quantity(), price), i, violations);
        }
        if (!violations.isEmpty()) {
            throw CommandRefusedException.rule(
                    "invalid-command", "Lines of the order break rules; see errors. Nothing has changed.", violations);
        }
        order.record(new OrderPlaced(
                id,
                order.kind,
                order.customerId,
                order.currency,
                order.totalMinor,
                order.orderedAt,
                order.lines.stream()
                        .map(line -> new OrderPlaced.Line(
                                line.stockCode(), line.description(), line.quantity(), line.unitPriceMinor()))
                        .toList()));
        return order;
    }

    private void add(OrderLine line, int index, List<Violation> violations) {
        lines.add(line);
        try {
            totalMinor = Math.addExact(totalMinor, Math.multiplyExact(line.quantity(), line.unitPriceMinor()));
        } catch (ArithmeticException e) {
            violations.add(new Violation("/lines/" + index, "makes the order's total too large"));
        }
    }

    /** The shop accepts a placed order. */
    public void confirm() {
        require(status == OrderStatus.PLACED, "order-not-placed", "confirmed", "placed");
        status = OrderStatus.CONFIRMED;
        record(new OrderConfirmed(id, kind, customerId, currency, totalMinor, orderedAt));
    }

    /** The goods of a confirmed order leave. */
    public void ship() {
        require(status == OrderStatus.CONFIRMED, "order-not-confirmed", "shipped", "confirmed");
        status = OrderStatus.SHIPPED;
        record(new OrderShipped(id));
    }

    /** An order that has not left is called off. */
    public void cancel() {
        require(
                status == OrderStatus.PLACED || status == OrderStatus.CONFIRMED,
                "order-not-cancellable",
                "cancelled",
                "placed or confirmed");
        status = OrderStatus.CANCELLED;
        record(new OrderCancelled(id));
    }

    private void require(boolean rule, String code, String action, String needed) {
        if (!rule) {
            throw CommandRefusedException.rule(
                    code,
                    "Order '" + id + "' cannot be " + action + ": it is " + status + ", but must be " + needed + ".");
        }
    }

    @Override
    public String id() {
        return id;
    }

    public OrderKind kind() {
        return kind;
    }

    public OrderStatus status() {
        return status;
    }

    public @Nullable String customerId() {
        return customerId;
    }

    public String currency() {
        return currency;
    }

    public long totalMinor() {
        return totalMinor;
    }

    public Instant orderedAt() {
        return orderedAt;
    }

    public List<OrderLine> lines() {
        return List.copyOf(lines);
    }
}
