package dev.antiphon.orders.command.order;

/** How far an order has come. */
public enum OrderStatus {
    PLACED,
    CONFIRMED,
    SHIPPED,
    CANCELLED
}
