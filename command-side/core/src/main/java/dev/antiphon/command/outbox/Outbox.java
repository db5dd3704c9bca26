package dev.antiphon.command.outbox;

import java.util.List;

/** The only way out for events (rules S1, E3). */
@FunctionalInterface
public interface Outbox {

    /**
     * Writes the events in the current transaction: they leave for Kafka some time after it has committed, at least once
     * and in the order of their versions; after a rollback they never existed.
     *
     * @throws dev.antiphon.command.CommandRefusedException if one of them is too large to be sent
     * @throws IllegalStateException if no transaction is active
     */
    void append(List<OutboxEvent> events);
}
