package dev.antiphon.dev.runtime;

import java.util.List;

/**
 * A topic in the catalogue of events.
 *
 * @param name of the topic
 * @param aggregateType what its records are about; their keys are ids of it
 * @param producers aggregates whose commands record its events, as {@code service: Entity}; empty if they are in other wars
 * @param events by their types
 */
public record CataloguedTopic(String name, String aggregateType, List<String> producers, List<CataloguedEvent> events) {

    public CataloguedTopic {
        producers = List.copyOf(producers);
        events = List.copyOf(events);
    }
}
