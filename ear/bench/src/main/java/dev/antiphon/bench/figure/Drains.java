package dev.antiphon.bench.figure;

import dev.antiphon.bench.lab.Backlog;
import dev.antiphon.bench.lab.Lab;
import dev.antiphon.bench.lab.Lanes;
import dev.antiphon.bench.measure.Quantity;
import dev.antiphon.bench.measure.Run;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;

/**
 * A backlog of 200,000 events that leaves.
 *
 * <p>The product's relay is kept away by holding its lanes while the rows are inserted. Its time begins when it has taken
 * the lanes back (looked for every 2 ms), so the wait for its renewal does not count, the first read and the first batch
 * do. The raw loop's time begins with its first read. Both end with the last {@code published_at}, which is the beginning
 * of the last mark's transaction. All clocks are this machine's.
 */
final class Drains {

    static final String UNIT = "events/s";

    private final Lab lab;
    private final Lanes lanes;
    private final Backlog backlog;
    private final int events;

    Drains(Run run, Lab lab) {
        this.lab = lab;
        this.lanes = new Lanes(lab);
        this.backlog = new Backlog(lab);
        this.events = run.scaled(200_000, 20_000);
    }

    /** Keeps the relay away and forgets all rows. */
    void empty() throws Exception {
        lanes.hold();
        backlog.clear();
    }

    /** Fills the table with rows that were sent long ago. */
    void age(int rows) throws Exception {
        lanes.hold();
        backlog.age(rows);
    }

    /** Keeps the relay away and makes the rows. */
    void prepare() throws Exception {
        lanes.hold();
        backlog.fill(events);
    }

    /** Makes the rows, measures one side with them, and forgets them. */
    Quantity once(Callable<Quantity> side) throws Exception {
        prepare();
        Quantity sample = side.call();
        empty();
        return sample;
    }

    /** The relay of the product; nobody holds it up afterwards. */
    Quantity product() throws Exception {
        Instant begin = lanes.release();
        return rate(begin, backlog.awaitEmpty());
    }

    /** The bare loop. */
    Quantity raw() throws Exception {
        Instant begin = Instant.EPOCH.plus(Long.parseLong(lab.node().run("/drain")), ChronoUnit.MICROS);
        return rate(begin, backlog.awaitEmpty());
    }

    /** A producer that sends as many records of the same kind from memory. */
    Quantity producer() throws Exception {
        return new Quantity(events / Double.parseDouble(lab.node().run("/producer?records=" + events)), UNIT);
    }

    private Quantity rate(Instant begin, Instant end) {
        return new Quantity(events / (Duration.between(begin, end).toNanos() / 1e9), UNIT);
    }
}
