package dev.antiphon.orders.query;

import dev.antiphon.query.Versioned;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A product as it is listed now.
 *
 * @param priceMinor in minor units of the currency; both absent while the product has no price
 */
public record ProductSummary(
        String productId,
        String name,
        @Nullable Long priceMinor,
        @Nullable String currency,
        long version,
        Instant updatedAt)
        implements Versioned {}
