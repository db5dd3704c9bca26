package dev.antiphon.projector.jdbc;

/**
 * A step of a position, taken in the transaction that applies the records between.
 *
 * @param from where the position must be now
 * @param to where it will be
 */
public record Advance(String topic, int partition, String topicId, long from, long to) {}
