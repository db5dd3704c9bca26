package dev.antiphon.orders.events;

import dev.antiphon.events.EventType;
import org.jspecify.annotations.Nullable;

/**
 * The shop begins to sell a product.
 *
 * @param productId the stock code, case-sensitive
 * @param name as shown to customers
 * @param priceMinor in minor units; absent together with the currency until the product has a price
 * @param currency ISO 4217
 */
@EventType("product.listed")
public record ProductListed(
        String productId,
        String name,
        @Nullable Long priceMinor,
        @Nullable String currency) implements ProductEvent {}
