package dev.antiphon.orders.events;

import dev.antiphon.events.EventType;

/**
 * The product has another price.
 *
 * @param productId the product
 * @param priceMinor the new price, in minor units
 * @param currency ISO 4217
 */
@EventType("product.repriced")
public record ProductRepriced(String productId, long priceMinor, String currency) implements ProductEvent {}
