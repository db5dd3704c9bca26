package dev.antiphon.bench.figure;

import dev.antiphon.bench.lab.Lab;
import dev.antiphon.bench.measure.Bar;
import dev.antiphon.bench.measure.Figure;
import dev.antiphon.bench.measure.Quantity;
import dev.antiphon.bench.measure.Result;
import dev.antiphon.bench.measure.Run;
import dev.antiphon.bench.measure.Samples;
import dev.antiphon.bench.measure.Samples.Side;
import java.util.List;

/**
 * The relay on a backlog, against a bare loop in the same virtual machine, and against a producer that has no database
 * to read from and nothing to mark. Autovacuum is as it is by default.
 */
public final class DrainFigure implements Figure {

    @Override
    public String name() {
        return "drain";
    }

    @Override
    public String description() {
        return "a backlog of 200,000 events leaves, against a bare read-send-mark loop, and against a plain producer";
    }

    @Override
    public List<Result> measure(Run run) throws Exception {
        try (Lab lab = run.lab(Lab.Sides.COMMAND)) {
            Drains drains = new Drains(run, lab);
            List<Samples<Quantity>> samples = Samples.alternately(
                    run,
                    name(),
                    List.of(
                            new Side<>("product", () -> drains.once(drains::product)),
                            new Side<>("raw", () -> drains.once(drains::raw)),
                            new Side<>("plain producer", () -> drains.once(drains::producer))));
            return List.of(
                    Result.ofMedians(name(), Drains.UNIT, samples.get(0), samples.get(1), Bar.ratioAtLeast(1.0)),
                    Result.ofMedians(
                            name() + "-producer", Drains.UNIT, samples.get(0), samples.get(2), Bar.ratioAtLeast(0.35)));
        }
    }
}
