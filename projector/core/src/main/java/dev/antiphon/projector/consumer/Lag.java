package dev.antiphon.projector.consumer;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far a projection is behind, written by its thread and read by others. Seconds are on the database's clock, as far
 * as its last transaction told it, against the time of the record.
 */
final class Lag {

    private final Clock clock;
    private volatile Duration databaseAhead = Duration.ZERO;
    private volatile long records;
    private volatile @Nullable Instant oldest;

    Lag(Clock clock) {
        this.clock = clock;
    }

    void databaseTime(Instant time) {
        databaseAhead = Duration.between(clock.instant(), time);
    }

    /** @param oldest time of the oldest record not applied, or of the last one applied while there is more */
    void set(long records, @Nullable Instant oldest) {
        this.records = records;
        this.oldest = records == 0 ? null : oldest;
    }

    long records() {
        return records;
    }

    double seconds() {
        var since = oldest;
        if (since == null) {
            return 0;
        }
        var behind = Duration.between(since, clock.instant().plus(databaseAhead));
        return Math.max(0, behind.toMillis() / 1000.0);
    }
}
