package dev.antiphon.torture.fault;

import dev.antiphon.dev.process.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Lets the planned faults happen, each in a thread of its own, in their order, and measures how long it takes to recover. */
public final class Storm implements AutoCloseable {

    private final List<Planned> plan;
    private final Recovery recovery;
    private final Progress progress;
    private final Parts parts = new Parts();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Future<?>> happening = new ArrayList<>();
    private final Set<Planned> active = ConcurrentHashMap.newKeySet();
    private final Queue<Happened> over = new ConcurrentLinkedQueue<>();
    private final AtomicInteger injected = new AtomicInteger();

    public Storm(List<Planned> plan, Recovery recovery, Progress progress) {
        this.plan = plan;
        this.recovery = recovery;
        this.progress = progress;
    }

    /**
     * A fault that is over.
     *
     * @param recovery from when it was healed until the system was well
     * @param alone whether no other fault came or lasted meanwhile
     */
    public record Happened(Planned planned, Duration recovery, boolean alone) {}

    /**
     * Begins; returns when the last fault has been injected. One that has to wait for a part delays all after it, so that
     * they keep their distance; those that would last beyond the end are left out.
     */
    public void blow(Duration length) throws InterruptedException {
        var begin = System.nanoTime();
        var late = 0L;
        for (var each : plan) {
            var due = each.at().toNanos() + late;
            TimeUnit.NANOSECONDS.sleep(Math.min(due, length.toNanos()) - (System.nanoTime() - begin));
            failIfOneHasFailed();
            parts.take(each);
            late += System.nanoTime() - begin - due;
            if (System.nanoTime() - begin + each.hold().toNanos() > length.toNanos()) {
                parts.giveBack(each);
                continue;
            }
            happening.add(threads.submit(() -> {
                happen(each);
                return null;
            }));
        }
    }

    private void failIfOneHasFailed() throws InterruptedException {
        for (var each : happening) {
            if (each.isDone()) {
                ended(each);
            }
        }
    }

    private void happen(Planned planned) throws Exception {
        boolean alone;
        int before;
        try {
            active.add(planned);
            before = injected.incrementAndGet();
            progress.report(planned.toString());
            planned.fault().inject(planned);
            TimeUnit.NANOSECONDS.sleep(planned.hold().toNanos());
            planned.fault().heal(planned);
        } catch (Exception e) {
            throw new NeedsAHandException(planned + ": " + e, e);
        } finally {
            active.remove(planned);
            parts.giveBack(planned);
        }
        var took = recovery.after(planned, active::isEmpty);
        alone = active.isEmpty() && injected.get() == before;
        progress.report(String.format(
                Locale.ROOT,
                "#%d %s is over, fresh orders are visible after %.1f s",
                planned.number(),
                planned.fault().kind(),
                took.toMillis() / 1e3));
        over.add(new Happened(planned, took, alone));
    }

    /** Waits until everything is healed and well. */
    public void calm() throws InterruptedException {
        for (var each : happening) {
            ended(each);
        }
    }

    private static void ended(Future<?> happened) throws InterruptedException {
        try {
            happened.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof NeedsAHandException known
                    ? known
                    : new NeedsAHandException("A fault could not be brought about: " + e.getCause(), e.getCause());
        }
    }

    /** Those that are over by now. */
    public List<Happened> over() {
        return List.copyOf(over);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
