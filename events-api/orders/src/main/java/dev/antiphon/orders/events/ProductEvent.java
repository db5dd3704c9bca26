package dev.antiphon.orders.events;

import dev.antiphon.events.Topic;

/** What happens to a product. */
@Topic("shop.orders.product")
public sealed interface ProductEvent permits ProductListed, ProductRenamed, ProductRepriced {}
