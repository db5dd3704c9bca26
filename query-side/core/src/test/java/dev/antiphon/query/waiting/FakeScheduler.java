package dev.antiphon.query.waiting;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;

/** Time stands still until a test moves it; tasks run on the thread that moves it. */
public final class FakeScheduler implements Scheduler {

    private record Task(long due, int number, Runnable work) {}

    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparingLong(Task::due).thenComparingInt(Task::number));
    private long now;
    private int count;

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public void schedule(Duration delay, Runnable task) {
        tasks.add(new Task(now + delay.toNanos(), count++, task));
    }

    /** Runs what is due now. */
    public void run() {
        advance(Duration.ZERO);
    }

    /** Moves time on, and runs everything that becomes due on the way. May be called from within a task. */
    public void advance(Duration step) {
        var end = now + step.toNanos();
        while (!tasks.isEmpty() && tasks.peek().due() <= end) {
            var task = tasks.remove();
            now = Math.max(now, task.due());
            task.work().run();
        }
        now = Math.max(now, end);
    }

    public boolean isIdle() {
        return tasks.isEmpty();
    }
}
