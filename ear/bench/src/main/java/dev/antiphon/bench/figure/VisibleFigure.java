package dev.antiphon.bench.figure;

import dev.antiphon.bench.lab.Backlog;
import dev.antiphon.bench.lab.Events;
import dev.antiphon.bench.lab.Lab;
import dev.antiphon.bench.lab.Lanes;
import dev.antiphon.bench.lab.Projections;
import dev.antiphon.bench.lab.Rows;
import dev.antiphon.bench.measure.Bar;
import dev.antiphon.bench.measure.Figure;
import dev.antiphon.bench.measure.Result;
import dev.antiphon.bench.measure.Run;
import dev.antiphon.bench.measure.Samples;
import dev.antiphon.bench.measure.Samples.Side;
import java.util.List;

/**
 * From the moment after a commit until the order's summary can be read in the other database, at 100 commands a second.
 * Raw is a pipeline as one writes it by hand, in the same process: a bare loop that the commit wakes, and a bare consumer
 * that upserts. The other three projections are paused on both sides. Less is better.
 */
public final class VisibleFigure implements Figure {

    @Override
    public String name() {
        return "visible";
    }

    @Override
    public String description() {
        return "commit to row of the read model, against a bare relay and a bare consumer";
    }

    @Override
    public List<Result> measure(Run run) throws Exception {
        try (Lab lab = run.lab(Lab.Sides.COMMAND_AND_PROJECTOR)) {
            Lanes lanes = new Lanes(lab);
            Backlog outbox = new Backlog(lab);
            Events events = new Events(lab);
            Projections projections = new Projections(lab);
            int seconds = run.scaled(20, 5);
            projections.pauseAll();
            List<Samples<Latency>> samples = Samples.alternately(
                    run,
                    name(),
                    List.of(
                            new Side<>("product", () -> {
                                lanes.release();
                                projections.skipToEnd("order_summary", events, Events.ORDERS);
                                projections.resume("order_summary");
                                projections.awaitRunning("order_summary", events);
                                Latency sample = sample(lab, "product", seconds);
                                outbox.awaitEmpty();
                                projections.pauseAll();
                                return sample;
                            }),
                            new Side<>("raw", () -> {
                                lanes.hold();
                                return sample(lab, "raw", seconds);
                            })));
            return Latency.results(name(), samples.get(0), samples.get(1), Bar.ratioAtMost(1.5));
        }
    }

    private static Latency sample(Lab lab, String side, int seconds) throws Exception {
        String prefix = SteadyCommands.prefix(side);
        try (Rows rows = new Rows(lab, prefix)) {
            return SteadyCommands.latency(List.of(lab.node()), side + "?projected=true&", prefix, seconds, rows);
        }
    }
}
