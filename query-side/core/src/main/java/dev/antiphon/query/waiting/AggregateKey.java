package dev.antiphon.query.waiting;

/**
 * One aggregate as one projection sees it.
 *
 * @param projection the projection's key
 * @param aggregateId the aggregate's id
 */
public record AggregateKey(String projection, String aggregateId) {}
