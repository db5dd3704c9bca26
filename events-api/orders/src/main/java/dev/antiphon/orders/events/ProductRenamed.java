package dev.antiphon.orders.events;

import dev.antiphon.events.EventType;

/**
 * The product has another name.
 *
 * @param productId the product
 * @param name the new name
 */
@EventType("product.renamed")
public record ProductRenamed(String productId, String name) implements ProductEvent {}
