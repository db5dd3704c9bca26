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
 * The same drain with five million published rows in the table, against the product's own without them. Both have
 * servers of their own, of which one is at rest while the other is measured. What is drained joins the old rows.
 */
public final class AgedDrainFigure implements Figure {

    @Override
    public String name() {
        return "drain-aged";
    }

    @Override
    public String description() {
        return "the drain with 5,000,000 published rows kept, against the product's own drain without them";
    }

    @Override
    public List<Result> measure(Run run) throws Exception {
        try (Lab old = run.lab(Lab.Sides.COMMAND);
                Lab young = run.lab(Lab.Sides.COMMAND)) {
            Drains aged = new Drains(run, old);
            Drains fresh = new Drains(run, young);
            int rows = run.scaled(5_000_000, 200_000);
            run.report(name() + ": making " + rows + " published rows");
            aged.age(rows);
            List<Samples<Quantity>> samples = Samples.alternately(
                    run,
                    name(),
                    List.of(
                            new Side<>("aged", () -> {
                                aged.prepare();
                                return aged.product();
                            }),
                            new Side<>("fresh", () -> fresh.once(fresh::product))));
            return List.of(
                    Result.ofMedians(name(), Drains.UNIT, samples.get(0), samples.get(1), Bar.ratioAtLeast(0.9)));
        }
    }
}
