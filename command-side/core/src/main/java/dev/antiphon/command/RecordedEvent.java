package dev.antiphon.command;

/**
 * An event with the version that it gave its aggregate.
 *
 * @param version consecutive, from 1
 * @param event a record with {@code @EventType}
 */
public record RecordedEvent(long version, Object event) {}
