package dev.antiphon.query.waiting;

import java.time.Duration;

/** Time and threads of the waiting room and of what follows the changes. */
public interface Scheduler {

    /** A clock that never goes back, as {@link System#nanoTime()}. */
    long nanoTime();

    /**
     * Runs the task once, on another thread, after the delay. A task that blocks must not hold up another: of
     * each of the two, one may block, and the waiting room goes on meanwhile; so three threads are enough.
     */
    void schedule(Duration delay, Runnable task);
}
