package dev.antiphon.it.container.projector;

import dev.antiphon.events.EventType;
import dev.antiphon.events.Topic;

/** Events of crates. */
@Topic("it.container.crate")
public sealed interface CrateEvent {

    /** Something was put in. */
    @EventType("crate.packed")
    record CratePacked(String crateId, int articles) implements CrateEvent {}

    /** Nobody handles this. */
    @EventType("crate.weighed")
    record CrateWeighed(String crateId, int grams) implements CrateEvent {}

    /** Every projection handles this. */
    @EventType("crate.sealed")
    record CrateSealed(String crateId) implements CrateEvent {}
}
