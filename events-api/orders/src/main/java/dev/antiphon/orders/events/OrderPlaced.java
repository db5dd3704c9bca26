package dev.antiphon.orders.events;

import dev.antiphon.events.EventType;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A customer, or somebody unknown at the till, has ordered or brought back goods.
 *
 * @param orderId the shop's invoice number, or an id of ours
 * @param kind sale or return
 * @param customerId absent where the shop does not know the customer
 * @param currency ISO 4217
 * @param totalMinor sum of all lines, in minor units, never negative
 * @param orderedAt the shop's time of the order
 * @param lines at least one
 */
@EventType("order.placed")
public record OrderPlaced(
        String orderId,
        OrderKind kind,
        @Nullable String customerId,
        String currency,
        long totalMinor,
        Instant orderedAt,
        List<Line> lines)
        implements OrderEvent {

    /**
     * One line.
     *
     * @param stockCode case-sensitive
     * @param description absent where the shop wrote none
     * @param quantity above 0
     * @param unitPriceMinor 0 or more, in minor units
     */
    public record Line(String stockCode, @Nullable String description, int quantity, long unitPriceMinor) {}
}
