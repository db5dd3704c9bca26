package dev.antiphon.query.waiting;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Three threads of a factory, alive only while there is something to do, and ended with {@link #close()}. */
public final class ExecutorScheduler implements Scheduler, AutoCloseable {

    private static final int THREADS = 3;
    private static final Duration IDLE = Duration.ofSeconds(10);
    private static final Duration END = Duration.ofSeconds(5);

    private final ScheduledThreadPoolExecutor executor;

    public ExecutorScheduler(ThreadFactory threads) {
        executor = new ScheduledThreadPoolExecutor(THREADS, threads, new ScheduledThreadPoolExecutor.DiscardPolicy());
        executor.setKeepAliveTime(IDLE.toMillis(), TimeUnit.MILLISECONDS);
        executor.allowCoreThreadTimeOut(true);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public void schedule(Duration delay, Runnable task) {
        executor.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Drops what has not begun, interrupts the rest, and waits a few seconds for it. */
    @Override
    public void close() {
        executor.shutdownNow();
        try {
            executor.awaitTermination(END.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
