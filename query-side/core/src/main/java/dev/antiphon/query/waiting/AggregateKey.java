package dev.antiphon.query.waiting;

/**
 * One aggregate as one projection sees it.
 *
 * @param projection the projection's name
 * @param aggregateId the aggregate's id
 */
public record AggregateKey(String projection, String aggregateId) {}
