package dev.antiphon.bench.figure;

import dev.antiphon.bench.lab.Backlog;
import dev.antiphon.bench.lab.Lab;
import dev.antiphon.bench.measure.Quantity;
import dev.antiphon.bench.measure.Run;

/** Orders that are placed and confirmed by eight threads inside the server, through the gateway or by plain JDBC. */
final class Commands {

    static final String UNIT = "commands/s";
    private static final int THREADS = 8;

    private final Lab lab;
    private final Backlog outbox;
    private final int orders;
    private int runs;

    Commands(Run run, Lab lab) {
        this.lab = lab;
        this.outbox = new Backlog(lab);
        this.orders = run.scaled(20_000, 1_000);
    }

    /** Empties the tables, so that no sample pays for the ones before; to be called while no relay runs. */
    void clear() throws Exception {
        outbox.clear();
        outbox.execute("truncate orders, order_line");
        outbox.execute("checkpoint");
    }

    /** One sample of {@code product} or {@code raw}. */
    Quantity send(String side) throws Exception {
        String seconds = lab.node()
                .run("/commands/" + side + "?prefix=" + side + ++runs + "-&orders=" + orders + "&threads=" + THREADS);
        return new Quantity(2 * orders / Double.parseDouble(seconds), UNIT);
    }
}
