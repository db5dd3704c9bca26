package dev.antiphon.command.spi;

import java.util.function.Supplier;

/** The container's transactions. */
public interface Transactions {

    /** Whether the current thread has a transaction that can still commit. */
    boolean isActive();

    /**
     * Runs work in a new transaction and commits it; any exception rolls it back and goes on to the caller.
     *
     * @throws IllegalStateException if one is active already
     */
    <T> T inNew(Supplier<T> work);

    /** Runs an action after the current transaction has committed, and only then; it must not throw. */
    void afterCommit(Runnable action);
}
