package dev.antiphon.command.spi;

/** Writes what handlers changed. */
public interface AggregateStore {

    /** Sends all changes to the database, so that a violated constraint shows before the outbox is written. */
    void flush();
}
