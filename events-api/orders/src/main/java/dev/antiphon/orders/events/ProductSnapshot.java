package dev.antiphon.orders.events;

import dev.antiphon.events.AggregateSnapshot;
import dev.antiphon.events.SnapshotOf;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A product as it is at one version.
 *
 * @param changedAt when the last event occurred
 */
@SnapshotOf(ProductEvent.class)
public record ProductSnapshot(
        String aggregateId,
        long aggregateVersion,
        Instant changedAt,
        String name,
        @Nullable Long priceMinor,
        @Nullable String currency)
        implements AggregateSnapshot {}
