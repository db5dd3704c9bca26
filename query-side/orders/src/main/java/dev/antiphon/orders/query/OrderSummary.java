package dev.antiphon.orders.query;

import dev.antiphon.query.Versioned;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * An order or a return at a glance.
 *
 * @param kind SALE or RETURN
 * @param customerId absent where the shop does not know the customer
 * @param totalMinor in minor units of the currency
 * @param lineCount lines of the order
 * @param itemCount goods of all lines together
 */
@Schema(examples = """
        {"orderId":"demo-1","kind":"SALE","status":"CONFIRMED","customerId":"17850","currency":"GBP","totalMinor":1530,
         "lineCount":1,"itemCount":6,"orderedAt":"2010-12-01T08:26:00Z","version":2,
         "updatedAt":"2026-12-01T15:39:10.462669Z"}""")
public record OrderSummary(
        String orderId,
        String kind,
        OrderStatus status,
        @Nullable String customerId,
        String currency,
        long totalMinor,
        int lineCount,
        long itemCount,
        Instant orderedAt,
        long version,
        Instant updatedAt)
        implements Versioned {}
