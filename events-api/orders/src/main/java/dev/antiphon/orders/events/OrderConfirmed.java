package dev.antiphon.orders.events;

import dev.antiphon.events.EventType;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The shop has accepted the order; from now on it counts in the sums.
 *
 * <p>Carries what sums need, so that a projection of sums has to remember nothing of the earlier events.
 *
 * @param orderId the order
 * @param kind sale or return
 * @param customerId absent where the shop does not know the customer
 * @param currency ISO 4217
 * @param totalMinor sum of all lines, in minor units, never negative
 * @param orderedAt the shop's time of the order; its day in UTC is the day it counts for
 */
@EventType("order.confirmed")
public record OrderConfirmed(
        String orderId,
        OrderKind kind,
        @Nullable String customerId,
        String currency,
        long totalMinor,
        Instant orderedAt)
        implements OrderEvent {}
