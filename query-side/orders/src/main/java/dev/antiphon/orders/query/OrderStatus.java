package dev.antiphon.orders.query;

/** How far an order has come. */
public enum OrderStatus {
    PLACED,
    CONFIRMED,
    SHIPPED,
    CANCELLED
}
