package dev.antiphon.dev.importer;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Bounded concurrency: whoever submits waits for a free place, and the first failure ends the work. */
final class Workers implements AutoCloseable {

    private final int concurrency;
    private final Semaphore places;
    private final ExecutorService threads;
    private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();

    Workers(int concurrency) {
        this.concurrency = concurrency;
        this.places = new Semaphore(concurrency);
        this.threads = Executors.newFixedThreadPool(concurrency, task -> {
            Thread thread = new Thread(task, "import");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Work that may be interrupted. */
    interface Work {
        void run() throws InterruptedException;
    }

    /** Hands the work to a thread, waiting for one; throws the first failure of earlier work instead. */
    void submit(Work work) throws InterruptedException {
        places.acquire();
        try {
            failIfFailed();
        } catch (RuntimeException e) {
            places.release();
            throw e;
        }
        threads.execute(() -> {
            try {
                work.run();
            } catch (RuntimeException e) {
                failure.compareAndSet(null, e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                places.release();
            }
        });
    }

    /** Waits for all work that was submitted. */
    void await() throws InterruptedException {
        places.acquire(concurrency);
        places.release(concurrency);
        failIfFailed();
    }

    private void failIfFailed() {
        RuntimeException first = failure.get();
        if (first != null) {
            throw first;
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        try {
            threads.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
