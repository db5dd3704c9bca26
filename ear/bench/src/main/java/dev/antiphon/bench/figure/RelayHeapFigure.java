package dev.antiphon.bench.figure;

import dev.antiphon.bench.lab.Backlog;
import dev.antiphon.bench.lab.Lab;
import dev.antiphon.bench.lab.Lanes;
import dev.antiphon.bench.measure.Figure;
import dev.antiphon.bench.measure.Result;
import dev.antiphon.bench.measure.Run;
import java.util.List;

/**
 * The server's live heap (in use after a full collection) while a million events leave: how far above the server at rest
 * it comes, and how much higher its mean is in the last third of the drain than in the first. Less is better; raw is the
 * bare loop in the same server.
 */
public final class RelayHeapFigure implements Figure {

    @Override
    public String name() {
        return "relay-heap";
    }

    @Override
    public String description() {
        return "live heap of the server while a backlog of 1,000,000 events leaves, against the bare loop's";
    }

    @Override
    public List<Result> measure(Run run) throws Exception {
        try (Lab lab = run.lab(Lab.Sides.COMMAND)) {
            Lanes lanes = new Lanes(lab);
            Backlog backlog = new Backlog(lab);
            int events = run.scaled(1_000_000, 50_000);
            lanes.hold();
            backlog.fill(events);
            HeapWatch product = HeapWatch.during(lab.node(), () -> {
                lanes.release();
                backlog.awaitEmpty();
            });
            run.report(name() + ": product: " + product);
            lanes.hold();
            backlog.clear();
            backlog.fill(events);
            HeapWatch raw = HeapWatch.during(lab.node(), () -> lab.node().run("/drain"));
            run.report(name() + ": raw: " + raw);
            return HeapWatch.results(name(), product, raw);
        }
    }
}
