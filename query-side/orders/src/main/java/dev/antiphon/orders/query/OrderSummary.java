package dev.antiphon.orders.query;

import dev.antiphon.query.Versioned;
import java.time.Instant;
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
