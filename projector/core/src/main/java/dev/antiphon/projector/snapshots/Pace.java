package dev.antiphon.projector.snapshots;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Keeps work from going faster than a rate, reckoned from its beginning. */
public final class Pace {

    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(200);

    private final int perSecond;
    private final BooleanSupplier goOn;
    private final long begun = System.nanoTime();
    private long done;

    /**
     * Begins now.
     *
     * @param perSecond 0 for as fast as it can
     * @param goOn asked while it waits
     */
    public Pace(int perSecond, BooleanSupplier goOn) {
        this.perSecond = perSecond;
        this.goOn = goOn;
    }

    /** @throws IllegalArgumentException if it is no rate */
    public static void checkRate(int perSecond) {
        if (perSecond < 0) {
            throw new IllegalArgumentException("A rate is not below 0, as " + perSecond + " is.");
        }
    }

    /** Waits as long as so much more was done too early, or until it is to stop. */
    public void done(long more) {
        done += more;
        if (perSecond == 0) {
            return;
        }
        var due = begun + TimeUnit.SECONDS.toNanos(done) / perSecond;
        while (System.nanoTime() < due && goOn.getAsBoolean()) {
            try {
                TimeUnit.NANOSECONDS.sleep(Math.min(due - System.nanoTime(), LOOK));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SnapshotException("It was interrupted; run it again to go on.", e);
            }
        }
    }
}
