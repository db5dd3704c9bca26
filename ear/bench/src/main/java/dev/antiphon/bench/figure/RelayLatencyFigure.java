package dev.antiphon.bench.figure;

import dev.antiphon.bench.lab.Arrivals;
import dev.antiphon.bench.lab.Backlog;
import dev.antiphon.bench.lab.Lab;
import dev.antiphon.bench.lab.Lanes;
import dev.antiphon.bench.lab.Node;
import dev.antiphon.bench.measure.Bar;
import dev.antiphon.bench.measure.Figure;
import dev.antiphon.bench.measure.Result;
import dev.antiphon.bench.measure.Run;
import dev.antiphon.bench.measure.Samples;
import dev.antiphon.bench.measure.Samples.Side;
import java.util.ArrayList;
import java.util.List;

/**
 * From the moment after a commit (noted in the server, before the relay is woken) until a consumer of another process has
 * the record, at 100 commands a second. Raw is a bare loop in the same process that the commit wakes. With two nodes each
 * takes half of the commands, so about every second event lies in a lane of the other node. Less is better.
 */
public final class RelayLatencyFigure implements Figure {

    @Override
    public String name() {
        return "relay-latency";
    }

    @Override
    public String description() {
        return "commit to record readable, with one node and with two, against a bare loop that the commit wakes";
    }

    @Override
    public List<Result> measure(Run run) throws Exception {
        List<Result> results = new ArrayList<>();
        try (Lab lab = run.lab(Lab.Sides.COMMAND)) {
            results.addAll(measure(run, lab, name()));
            run.report(name() + ": starting the second node");
            lab.addNode(message -> {});
            results.addAll(measure(run, lab, name() + "-two-nodes"));
        }
        return results;
    }

    private List<Result> measure(Run run, Lab lab, String figure) throws Exception {
        Lanes lanes = new Lanes(lab);
        Backlog outbox = new Backlog(lab);
        int seconds = run.scaled(20, 5);
        List<Samples<Latency>> samples = Samples.alternately(
                run,
                figure,
                List.of(
                        new Side<>("product", () -> {
                            lanes.release();
                            Latency sample = sample(lab, lab.nodes(), "product", seconds);
                            outbox.awaitEmpty();
                            return sample;
                        }),
                        new Side<>("raw", () -> {
                            lanes.hold();
                            return sample(lab, List.of(lab.node()), "raw", seconds);
                        })));
        return Latency.results(figure, samples.get(0), samples.get(1), Bar.ratioAtMost(1.5));
    }

    private static Latency sample(Lab lab, List<Node> nodes, String side, int seconds) throws Exception {
        try (Arrivals arrivals = new Arrivals(lab.bootstrapServers())) {
            return SteadyCommands.latency(nodes, side + "?", SteadyCommands.prefix(side), seconds, arrivals);
        }
    }
}
