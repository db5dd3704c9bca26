package dev.antiphon.orders.events;

/** How far an order has come. */
public enum OrderStatus {
    PLACED,
    CONFIRMED,
    SHIPPED,
    CANCELLED;

    /** Whether an order counts in the sums: from its confirmation until it is cancelled. */
    public boolean counts() {
        return this == CONFIRMED || this == SHIPPED;
    }
}
