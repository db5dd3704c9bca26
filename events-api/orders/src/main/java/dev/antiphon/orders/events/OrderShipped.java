package dev.antiphon.orders.events;

import dev.antiphon.events.EventType;

/**
 * The goods are on their way; the order can no longer be cancelled.
 *
 * @param orderId the order
 */
@EventType("order.shipped")
public record OrderShipped(String orderId) implements OrderEvent {}
