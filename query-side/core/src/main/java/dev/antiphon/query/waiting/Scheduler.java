package dev.antiphon.query.waiting;

import java.time.Duration;

/** Time and threads of the waiting room. */
public interface Scheduler {

    /** A clock that never goes back, as {@link System#nanoTime()}. */
    long nanoTime();

    /**
     * Runs the task once, on another thread, after the delay. A task that blocks must not hold up another: two threads
     * are enough.
     */
    void schedule(Duration delay, Runnable task);
}
