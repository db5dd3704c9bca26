package dev.antiphon.bench.lab;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Waiting for something in another process that only looking can tell. */
final class Poll {

    private static final Duration LIMIT = Duration.ofMinutes(30);

    private Poll() {}

    /**
     * Looks until it is so.
     *
     * @param what for the message
     * @throws IllegalStateException if it takes more than half an hour
     */
    static void until(String what, Duration interval, Callable<Boolean> condition) throws Exception {
        long begin = System.nanoTime();
        while (!condition.call()) {
            if (System.nanoTime() - begin > LIMIT.toNanos()) {
                throw new IllegalStateException("Waited " + LIMIT.toMinutes() + " minutes in vain until " + what);
            }
            TimeUnit.NANOSECONDS.sleep(interval.toNanos());
        }
    }
}
