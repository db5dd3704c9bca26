package dev.antiphon.command.relay;

import dev.antiphon.events.jdbc.LocalTransactions;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a relay whenever somebody wakes it: the timer, every commit on this node, and signals of other nodes. Wake-ups
 * during a run lead to one more run; two never run at once.
 */
public final class RelayLoop {

    private static final Logger LOG = LoggerFactory.getLogger(RelayLoop.class);
    private static final Duration REST = Duration.ofMillis(100);

    private final Relay relay;
    private final DataSource dataSource;
    private final Executor executor;
    private final LaneSignal signal;
    private final AtomicInteger wakeUps = new AtomicInteger();
    private final Semaphore running = new Semaphore(1);
    private @Nullable LaneListener listener;
    private volatile @Nullable Thread resting;
    private volatile boolean stopped;

    /**
     * A loop that sleeps.
     *
     * @param dataSource the relay's
     * @param executor where relay, signals and listener run; the listener keeps its thread as long as there are other
     *     nodes, the others take one only while there is work
     */
    public RelayLoop(Relay relay, DataSource dataSource, Executor executor) {
        this.relay = relay;
        this.dataSource = dataSource;
        this.executor = executor;
        this.signal = new LaneSignal(new LocalTransactions(dataSource), executor);
    }

    /** The regular wake-up. Returns at once and never throws. */
    public void tick() {
        listen();
        wake();
    }

    private synchronized void listen() {
        if (stopped || relay.alone() || (listener != null && !listener.needsRestart())) {
            return;
        }
        var next = new LaneListener(dataSource, lane -> {
            if (relay.holds(lane)) {
                wake();
            }
        });
        try {
            executor.execute(next);
            listener = next;
        } catch (RejectedExecutionException e) {
            LOG.debug("No thread to hear other relays now; the timer tries again", e);
        }
    }

    /**
     * Events of these aggregates were committed on this node: whoever serves them is woken. Returns at once and never
     * throws.
     */
    public void committed(Set<Integer> aggregateHashes) {
        for (int hash : aggregateHashes) {
            if (relay.serves(hash)) {
                wake();
            } else if (!relay.alone()) {
                signal.raise(relay.laneOf(hash));
            }
        }
    }

    /** Lets the relay run soon. Returns at once and never throws. */
    public void wake() {
        if (stopped) {
            return;
        }
        if (wakeUps.getAndIncrement() > 0) {
            LockSupport.unpark(resting);
            return;
        }
        try {
            executor.execute(this::run);
        } catch (RejectedExecutionException e) {
            wakeUps.set(0);
            LOG.debug("No thread for the relay now; the timer tries again", e);
        }
    }

    private void run() {
        running.acquireUninterruptibly();
        try {
            int seen;
            do {
                seen = wakeUps.get();
                drain();
                rest(seen);
            } while (wakeUps.addAndGet(-seen) > 0);
        } finally {
            running.release();
        }
    }

    /** Under load the next commit is near: it finds the thread still here, which is faster than another one. */
    private void rest(int seen) {
        resting = Thread.currentThread();
        var end = System.nanoTime() + REST.toNanos();
        for (var left = REST.toNanos();
                left > 0
                        && wakeUps.get() == seen
                        && !stopped
                        && !Thread.currentThread().isInterrupted();
                left = end - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
        }
        resting = null;
    }

    /** Whatever happens, the next wake-up must find a loop that runs. */
    private void drain() {
        try {
            if (!stopped) {
                relay.drain();
            }
        } catch (Throwable e) {
            LOG.error("The relay failed unexpectedly; the timer starts it again", e);
        }
    }

    /** Lets a running batch end within the bound, then gives the lanes back. No thread is left when this returns. */
    public void stop(Duration bound) {
        stopped = true;
        relay.stop();
        LockSupport.unpark(resting);
        try {
            stopListening();
            if (!running.tryAcquire(bound.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("The relay did not stop within {}; its lanes are free when the lease ends", bound);
                return;
            }
            relay.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void stopListening() throws InterruptedException {
        if (listener != null) {
            listener.stop();
        }
    }
}
