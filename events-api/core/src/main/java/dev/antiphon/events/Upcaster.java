package dev.antiphon.events;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Brings a payload of an event type from one schema version to the next (rule E7). Listed on the record in
 * {@link EventType#upcasters()}, so that whoever reads the event has it: consumer, redrive and rebuild alike.
 *
 * <p>Needs a constructor without parameters. Called by several threads, each time with a tree of its own. It depends on
 * the payload alone: the same payload gives the same result however often it is read.
 */
public interface Upcaster {

    /** The schema version it understands; what it gives is the next one. */
    int from();

    /**
     * Changes a payload; it may change what it is given and give that back.
     *
     * <p>What it throws makes the record unreadable: it goes to the dead letters at once, and can be redriven when the
     * upcaster is mended (rule E5).
     */
    ObjectNode upcast(ObjectNode payload);
}
