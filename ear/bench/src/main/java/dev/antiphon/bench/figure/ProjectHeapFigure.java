package dev.antiphon.bench.figure;

import dev.antiphon.bench.lab.Events;
import dev.antiphon.bench.lab.Lab;
import dev.antiphon.bench.lab.Projections;
import dev.antiphon.bench.measure.Figure;
import dev.antiphon.bench.measure.Result;
import dev.antiphon.bench.measure.Run;
import java.util.List;

/**
 * The server's live heap while 1,000,000 events wait in Kafka and one projection works on them; raw is the bare consumer
 * in the same server. Less is better.
 */
public final class ProjectHeapFigure implements Figure {

    @Override
    public String name() {
        return "project-heap";
    }

    @Override
    public String description() {
        return "live heap of the server while a projection reads 1,000,000 events, against the bare consumer's";
    }

    @Override
    public List<Result> measure(Run run) throws Exception {
        try (Lab lab = run.lab(Lab.Sides.COMMAND_AND_PROJECTOR)) {
            Events events = new Events(lab);
            Projections projections = new Projections(lab);
            projections.pauseAll();
            events.orders(run.scaled(1_000_000, 50_000));
            long end = events.end(Events.ORDERS);
            HeapWatch product = HeapWatch.during(lab.node(), () -> projections.run("order_summary", end));
            run.report(name() + ": product: " + product);
            projections.pauseAll();
            projections.clear("order_summary");
            HeapWatch raw = HeapWatch.during(lab.node(), () -> lab.node().run("/project-topic?records=" + end));
            run.report(name() + ": raw: " + raw);
            return HeapWatch.results(name(), product, raw);
        }
    }
}
