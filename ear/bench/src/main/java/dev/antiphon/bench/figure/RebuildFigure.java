package dev.antiphon.bench.figure;

import dev.antiphon.bench.lab.Lab;
import dev.antiphon.bench.lab.WrittenOrders;
import dev.antiphon.bench.measure.Bar;
import dev.antiphon.bench.measure.Figure;
import dev.antiphon.bench.measure.Quantity;
import dev.antiphon.bench.measure.Result;
import dev.antiphon.bench.measure.Run;
import dev.antiphon.bench.measure.Samples;
import dev.antiphon.bench.measure.Samples.Side;
import java.util.List;

/**
 * The three read models of orders, out of the write store: the shipped command in 256 MB, against {@code COPY} out of the
 * write store into {@code COPY} into every table that the command fills, as many threads on both sides.
 */
public final class RebuildFigure implements Figure {

    private static final String UNIT = "orders/s";
    private static final String HEAP = "256m";

    @Override
    public String name() {
        return "rebuild";
    }

    @Override
    public String description() {
        return "200,000 orders out of the write store into three read models, against COPY piped into COPY";
    }

    @Override
    public List<Result> measure(Run run) throws Exception {
        int count = run.scaled(200_000, 20_000);
        try (Lab lab = run.lab(Lab.Sides.COMMAND)) {
            WrittenOrders orders = new WrittenOrders(lab);
            orders.write(count);
            List<Samples<Quantity>> samples = Samples.alternately(
                    run,
                    name(),
                    List.of(
                            new Side<>("product", () -> {
                                orders.clear();
                                return new Quantity(count / orders.rebuild(run.projectorWar(), HEAP), UNIT);
                            }),
                            new Side<>("raw", () -> {
                                orders.clear();
                                return new Quantity(count / orders.copy(), UNIT);
                            })));
            return List.of(Result.ofMedians(name(), UNIT, samples.get(0), samples.get(1), Bar.ratioAtLeast(0.5)));
        }
    }
}
