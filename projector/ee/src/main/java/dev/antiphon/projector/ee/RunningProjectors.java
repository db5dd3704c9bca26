package dev.antiphon.projector.ee;

import dev.antiphon.projector.consumer.Projector;
import dev.antiphon.projector.consumer.ProjectorStatus;
import dev.antiphon.projector.letters.LetterShipper;
import dev.antiphon.projector.verify.RegularVerification;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The projectors of this war, from start to stop. */
@ApplicationScoped
public class RunningProjectors {

    private static final Logger LOG = LoggerFactory.getLogger(RunningProjectors.class);

    private final List<Projector> projectors = new CopyOnWriteArrayList<>();
    private boolean started;
    private volatile boolean stopping;
    private volatile @Nullable LetterShipper shipper;
    private @Nullable RegularVerification verification;
    private @Nullable String shipFailure;

    void add(Projector projector) {
        projectors.add(projector);
    }

    synchronized void start(Executor executor) {
        started = true;
        projectors.forEach(projector -> projector.start(executor));
        if (verification != null) {
            verification.start(executor);
        }
    }

    /** Asks all at once, so that together they take no longer than the slowest. */
    synchronized void stop(Duration bound) {
        if (!started) {
            return;
        }
        projectors.forEach(Projector::askToStop);
        if (verification != null) {
            verification.askToStop();
        }
        var deadline = System.nanoTime() + bound.toNanos();
        for (var projector : projectors) {
            projector.stop(until(deadline));
        }
        if (verification != null) {
            verification.stop(until(deadline));
        }
        projectors.clear();
    }

    private static Duration until(long deadline) {
        return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    }

    /** What is to be done beside the consumers, called by a timer; a projector that stops ends it early. */
    void upkeep() {
        projectors.forEach(Projector::upkeep);
        var letters = shipper;
        if (letters != null) {
            ship(letters);
        }
    }

    private void ship(LetterShipper letters) {
        try {
            while (!stopping && letters.ship() > 0) {
                LOG.debug("Dead letters have been copied");
            }
            shipFailure = null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException | RuntimeException e) {
            var reason = e.toString();
            if (!reason.equals(shipFailure)) {
                LOG.warn("Dead letters cannot be copied to their topics for now: {}", reason);
            }
            shipFailure = reason;
        }
    }

    synchronized void verification(RegularVerification regular) {
        verification = regular;
    }

    void shipper(LetterShipper letters) {
        shipper = letters;
    }

    /** Ends what the timer does; to be called when no timer comes any more. */
    void stopUpkeep() {
        stopping = true;
        projectors.forEach(Projector::askToStop);
        var letters = shipper;
        shipper = null;
        if (letters != null) {
            letters.close();
        }
    }

    /** How each is doing. */
    public List<ProjectorStatus> statuses() {
        return projectors.stream().map(Projector::status).toList();
    }
}
