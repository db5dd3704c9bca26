package dev.antiphon.query.waiting;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * Where queries wait until a projection has applied the version they want (rule S5).
 *
 * <p>A wait holds no thread and no connection. While somebody waits, the watermarks of all are read with one statement
 * per interval, and not at all while nobody does; who comes into an empty room is looked for at once. Every wait ends:
 * when the version is seen, at the bound with what was seen last (a second later if the database has not answered
 * even once), with the database's failure, or when the room closes. Stages are completed on a thread of the
 * {@link Scheduler} and what is chained to them must not block. Safe for many threads.
 */
public final class WaitingRoom implements AutoCloseable {

    private static final Duration PATIENCE_FOR_A_FIRST_ANSWER = Duration.ofSeconds(1);

    private final Watermarks watermarks;
    private final Scheduler scheduler;
    private final WaitLimits limits;
    private final WaitMetrics metrics;

    private final Object lock = new Object();
    private final Set<Waiter> waiters = new LinkedHashSet<>();
    private boolean ticking;
    private boolean looking;
    private boolean closed;
    private long nextTick;

    public WaitingRoom(Watermarks watermarks, Scheduler scheduler, WaitLimits limits, MeterRegistry meters) {
        this.watermarks = watermarks;
        this.scheduler = scheduler;
        this.limits = limits;
        this.metrics = new WaitMetrics(meters);
        this.nextTick = scheduler.nanoTime();
        Gauge.builder("antiphon.query.waiting", this, WaitingRoom::size)
                .description("Queries that wait for a minimum version")
                .register(meters);
    }

    /**
     * Waits for versions, as long as the wait says and {@link WaitLimits#longest()} allows.
     *
     * @return ends with a {@link Sighting}, reached or not; or with the database's failure, or {@link NoPlaceException}
     *     when the room closes
     * @throws NoPlaceException if the room is full or closed
     */
    public CompletionStage<Sighting> await(Wait wait) {
        synchronized (lock) {
            if (closed) {
                throw new NoPlaceException("The application is being stopped");
            }
            if (waiters.size() >= limits.places()) {
                throw new NoPlaceException(limits.places() + " queries are waiting already");
            }
            var now = scheduler.nanoTime();
            var waiter = new Waiter(wait, now);
            waiters.add(waiter);
            if (!ticking) {
                ticking = true;
                scheduler.schedule(Duration.ofNanos(Math.max(0, nextTick - now)), this::tick);
            }
            return waiter.end;
        }
    }

    /** What this room allows. */
    public WaitLimits limits() {
        return limits;
    }

    /** How many wait. */
    public int size() {
        synchronized (lock) {
            return waiters.size();
        }
    }

    /** Ends all waits with {@link NoPlaceException} and takes nobody more. */
    @Override
    public void close() {
        List<Waiter> left;
        synchronized (lock) {
            closed = true;
            left = List.copyOf(waiters);
            waiters.clear();
        }
        fail(left, new NoPlaceException("The application is being stopped"));
    }

    /** Goes on by itself as long as somebody waits, also while the database keeps a look waiting. */
    private void tick() {
        List<Waiter> overdue;
        boolean look;
        synchronized (lock) {
            var now = scheduler.nanoTime();
            overdue = removeOverdue(now);
            ticking = !waiters.isEmpty();
            if (ticking) {
                scheduler.schedule(limits.interval(), this::tick);
            }
            nextTick = now + limits.interval().toNanos();
            look = ticking && !looking;
            looking |= look;
        }
        finish(overdue);
        if (look) {
            look();
        }
    }

    private void look() {
        List<Waiter> asked;
        synchronized (lock) {
            asked = List.copyOf(waiters);
        }
        try {
            var keys = asked.stream().flatMap(Waiter::keys).collect(Collectors.toSet());
            var versions = keys.isEmpty() ? Map.<AggregateKey, Long>of() : watermarks.read(keys);
            List<Waiter> done = new ArrayList<>();
            synchronized (lock) {
                for (var waiter : asked) {
                    waiter.see(versions);
                    if (waiter.sighting().reached() && waiters.remove(waiter)) {
                        done.add(waiter);
                    }
                }
                done.addAll(removeOverdue(scheduler.nanoTime()));
                looking = false;
            }
            finish(done);
        } catch (RuntimeException | Error e) {
            List<Waiter> failed;
            synchronized (lock) {
                failed = asked.stream().filter(waiters::remove).toList();
                looking = false;
            }
            fail(failed, e);
        }
    }

    private List<Waiter> removeOverdue(long now) {
        var overdue = waiters.stream()
                .filter(waiter -> now - waiter.since >= bound(waiter).toNanos())
                .toList();
        overdue.forEach(waiters::remove);
        return overdue;
    }

    private Duration bound(Waiter waiter) {
        var asked = waiter.wait.bound();
        var bound = asked.compareTo(limits.longest()) < 0 ? asked : limits.longest();
        return waiter.wasLookedFor() ? bound : bound.plus(PATIENCE_FOR_A_FIRST_ANSWER);
    }

    private void finish(List<Waiter> done) {
        for (var waiter : done) {
            var sighting = waiter.sighting();
            metrics.ended(waiter, sighting.reached() ? "reached" : "not_reached", scheduler.nanoTime());
            waiter.end.complete(sighting);
        }
    }

    private void fail(List<Waiter> failed, Throwable failure) {
        for (var waiter : failed) {
            metrics.ended(waiter, "failed", scheduler.nanoTime());
            waiter.end.completeExceptionally(failure);
        }
    }
}
