package dev.antiphon.orders.events;

import dev.antiphon.events.Topic;

/** What happens to an order. */
@Topic("shop.orders.order")
public sealed interface OrderEvent permits OrderPlaced, OrderConfirmed, OrderShipped, OrderCancelled {}
