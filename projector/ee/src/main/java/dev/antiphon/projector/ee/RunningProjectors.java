package dev.antiphon.projector.ee;

import dev.antiphon.projector.consumer.Projector;
import dev.antiphon.projector.consumer.ProjectorStatus;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

/** The projectors of this war, from start to stop. */
@ApplicationScoped
public class RunningProjectors {

    private final List<Projector> projectors = new CopyOnWriteArrayList<>();
    private boolean started;

    void add(Projector projector) {
        projectors.add(projector);
    }

    synchronized void start(Executor executor) {
        started = true;
        projectors.forEach(projector -> projector.start(executor));
    }

    /** Asks all at once, so that together they take no longer than the slowest. */
    synchronized void stop(Duration bound) {
        if (!started) {
            return;
        }
        projectors.forEach(Projector::askToStop);
        var deadline = System.nanoTime() + bound.toNanos();
        for (var projector : projectors) {
            projector.stop(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
        }
        projectors.clear();
    }

    /** How each is doing. */
    public List<ProjectorStatus> statuses() {
        return projectors.stream().map(Projector::status).toList();
    }
}
