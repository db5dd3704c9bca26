package dev.antiphon.query.waiting;

/**
 * What a query waits for.
 *
 * @param key where to look
 * @param version the lowest version that will do, from 1
 */
public record AwaitedVersion(AggregateKey key, long version) {}
