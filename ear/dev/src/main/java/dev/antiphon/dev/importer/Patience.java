package dev.antiphon.dev.importer;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How long the importer bears an application that does not answer: as long as any request of any thread has succeeded
 * within the limit, none gives up.
 */
final class Patience {

    private final Duration limit;
    private final Duration firstWait;
    private final Duration longestWait;
    private final AtomicLong lastSuccess = new AtomicLong(System.nanoTime());

    Patience(Duration limit, Duration firstWait, Duration longestWait) {
        this.limit = limit;
        this.firstWait = firstWait;
        this.longestWait = longestWait;
    }

    Duration limit() {
        return limit;
    }

    void succeeded() {
        lastSuccess.set(System.nanoTime());
    }

    boolean isExhausted() {
        return System.nanoTime() - lastSuccess.get() > limit.toNanos();
    }

    /** The wait before one more try: doubling from the first, up to the longest, less up to a half by chance. */
    Duration before(int retry) {
        long full = Math.min(longestWait.toMillis(), firstWait.toMillis() << Math.min(retry - 1, 20));
        return Duration.ofMillis(full - ThreadLocalRandom.current().nextLong(full / 2 + 1));
    }
}
