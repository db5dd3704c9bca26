package dev.antiphon.projector.testkit;

import dev.antiphon.events.AggregateSnapshot;
import dev.antiphon.events.EventType;
import dev.antiphon.events.SnapshotOf;
import dev.antiphon.events.Topic;

/** A small family of events. */
@Topic("shop.test.parcel")
public sealed interface ParcelEvent {

    @EventType("parcel.packed")
    record Packed(long weight) implements ParcelEvent {}

    @EventType("parcel.filled")
    record Filled(long more) implements ParcelEvent {}

    /** Its state. */
    @SnapshotOf(ParcelEvent.class)
    record Parcel(String aggregateId, long aggregateVersion, long weight) implements AggregateSnapshot {}
}
