package dev.antiphon.orders.query;

import dev.antiphon.query.Versioned;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A product as it is listed now.
 *
 * @param priceMinor in minor units of the currency; both absent while the product has no price
 */
@Schema(examples = """
        {"productId":"85123A","name":"HEART","priceMinor":255,"currency":"GBP","version":2,
         "updatedAt":"2026-12-01T15:39:10.462669Z"}""")
public record ProductSummary(
        String productId,
        String name,
        @Nullable Long priceMinor,
        @Nullable String currency,
        long version,
        Instant updatedAt)
        implements Versioned {}
