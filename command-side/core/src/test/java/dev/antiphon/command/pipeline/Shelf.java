package dev.antiphon.command.pipeline;

import dev.antiphon.command.Aggregate;
import dev.antiphon.events.EventType;
import dev.antiphon.events.Topic;

/** A small aggregate for tests. */
class Shelf extends Aggregate<Shelf.Event> {

    @Topic("shop.store.shelf")
    sealed interface Event permits Filled {}

    @EventType("shelf.filled")
    record Filled(int pieces) implements Event {}

    private final String id;

    Shelf(String id) {
        this.id = id;
    }

    void fill(int pieces) {
        record(new Filled(pieces));
    }

    @Override
    public String id() {
        return id;
    }
}
