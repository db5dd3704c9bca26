package dev.antiphon.dev.runtime;

import java.util.List;

/**
 * An event type in the catalogue.
 *
 * @param type as in the header Event-Type
 * @param version of its payload's schema
 * @param oldest the oldest version that can still be read, through upcasters
 * @param fields of the payload, those of nested objects behind the field that they are in
 * @param consumers groups of the projections that have a method for it
 */
public record CataloguedEvent(String type, int version, int oldest, List<PayloadField> fields, List<String> consumers) {

    public CataloguedEvent {
        fields = List.copyOf(fields);
        consumers = List.copyOf(consumers);
    }
}
