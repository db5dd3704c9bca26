package dev.antiphon.command.spi;

import dev.antiphon.command.Aggregate;
import java.util.List;

/** Writes what handlers changed. */
public interface AggregateStore {

    /**
     * Sends all changes to the database, so that a violated constraint shows before the outbox is written.
     *
     * @param added the new aggregates, oldest first. The store is told of them only here, when their events are known:
     *     an insert of what they were before would lack the time of the last event.
     */
    void write(List<Aggregate<?>> added);
}
