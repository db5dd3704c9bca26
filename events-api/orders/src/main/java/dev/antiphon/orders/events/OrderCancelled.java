package dev.antiphon.orders.events;

import dev.antiphon.events.EventType;

/**
 * The order is called off; if it counted in the sums, it no longer does.
 *
 * @param orderId the order
 */
@EventType("order.cancelled")
public record OrderCancelled(String orderId) implements OrderEvent {}
