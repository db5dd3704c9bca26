package dev.antiphon.projector.consumer;

import dev.antiphon.projector.operation.Pause;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What this node knows of its projection's pause: from upkeep, or from a transaction that met it. Shared by threads. */
final class PauseWatch {

    private static final Logger LOG = LoggerFactory.getLogger(PauseWatch.class);

    private final String projection;
    private @Nullable Pause pause;

    PauseWatch(String projection) {
        this.projection = projection;
    }

    synchronized void seen(@Nullable Pause now) {
        if (now != null && pause == null) {
            LOG.info("Projection {} is paused {}", projection, now.description());
        } else if (now == null && pause != null) {
            LOG.info("Projection {} is resumed", projection);
        }
        pause = now;
    }

    /** Null if it may go on. */
    synchronized @Nullable Pause pause() {
        return pause;
    }

    boolean isPaused() {
        return pause() != null;
    }
}
