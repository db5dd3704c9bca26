package dev.antiphon.orders.events;

import dev.antiphon.events.AggregateSnapshot;
import dev.antiphon.events.SnapshotOf;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An order as it is at one version.
 *
 * @param changedAt when the last event occurred
 * @param lineCount how many lines it has
 * @param itemCount the sum of their quantities
 */
@SnapshotOf(OrderEvent.class)
public record OrderSnapshot(
        String aggregateId,
        long aggregateVersion,
        Instant changedAt,
        OrderKind kind,
        OrderStatus status,
        @Nullable String customerId,
        String currency,
        long totalMinor,
        int lineCount,
        long itemCount,
        Instant orderedAt)
        implements AggregateSnapshot {}
