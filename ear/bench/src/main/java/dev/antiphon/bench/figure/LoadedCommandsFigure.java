package dev.antiphon.bench.figure;

import dev.antiphon.bench.lab.Backlog;
import dev.antiphon.bench.lab.Lab;
import dev.antiphon.bench.lab.Lanes;
import dev.antiphon.bench.lab.Projections;
import dev.antiphon.bench.measure.Bar;
import dev.antiphon.bench.measure.Figure;
import dev.antiphon.bench.measure.Quantity;
import dev.antiphon.bench.measure.Result;
import dev.antiphon.bench.measure.Run;
import dev.antiphon.bench.measure.Samples;
import dev.antiphon.bench.measure.Samples.Side;
import java.util.List;

/**
 * The same commands while the relay sends their events and the projector applies them, all on the same machine, against
 * plain JDBC while both are at rest.
 */
public final class LoadedCommandsFigure implements Figure {

    @Override
    public String name() {
        return "commands-loaded";
    }

    @Override
    public String description() {
        return "commands while relay and projector work, against plain JDBC while they are at rest";
    }

    @Override
    public List<Result> measure(Run run) throws Exception {
        try (Lab lab = run.lab(Lab.Sides.COMMAND_AND_PROJECTOR)) {
            Lanes lanes = new Lanes(lab);
            Projections projections = new Projections(lab);
            Commands commands = new Commands(run, lab);
            lanes.hold();
            List<Samples<Quantity>> samples = Samples.alternately(
                    run,
                    name(),
                    List.of(
                            new Side<>("product", () -> {
                                commands.clear();
                                lanes.release();
                                Quantity sample = commands.send("product");
                                new Backlog(lab).awaitEmpty();
                                projections.awaitCaughtUp();
                                lanes.hold();
                                return sample;
                            }),
                            new Side<>("raw", () -> {
                                commands.clear();
                                return commands.send("raw");
                            })));
            return List.of(
                    Result.ofMedians(name(), Commands.UNIT, samples.get(0), samples.get(1), Bar.ratioAtLeast(0.5)));
        }
    }
}
