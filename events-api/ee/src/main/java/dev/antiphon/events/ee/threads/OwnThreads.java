package dev.antiphon.events.ee.threads;

import jakarta.enterprise.concurrent.ManagedThreadFactory;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Managed threads that one war has for itself, as many as it has tasks at once. The server's managed executor is not
 * used: consumers keep their threads for good, and a pool that is shared may have no more than two and let everything
 * else wait for ever.
 */
public final class OwnThreads implements Executor, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OwnThreads.class);
    private static final Duration IDLE = Duration.ofSeconds(10);
    private static final Duration END = Duration.ofSeconds(5);

    private final ThreadPoolExecutor pool;

    public OwnThreads(ManagedThreadFactory factory) {
        pool = new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, IDLE.toMillis(), TimeUnit.MILLISECONDS, new SynchronousQueue<>(), factory);
    }

    /** @throws RejectedExecutionException if the war or the server is stopping */
    @Override
    public void execute(Runnable task) {
        try {
            pool.execute(task);
        } catch (IllegalStateException e) {
            throw new RejectedExecutionException("The server gives no thread any more", e);
        }
    }

    /** Takes nothing more and waits a few seconds for the threads to end; to be called when all tasks have been asked to. */
    @Override
    public void close() {
        pool.shutdown();
        try {
            if (!pool.awaitTermination(END.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn(
                        "{} threads of this application are still busy {} s after it was stopped",
                        pool.getActiveCount(),
                        END.toSeconds());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
