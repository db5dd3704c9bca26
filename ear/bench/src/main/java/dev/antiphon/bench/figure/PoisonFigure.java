package dev.antiphon.bench.figure;

import dev.antiphon.bench.lab.Events;
import dev.antiphon.bench.lab.Lab;
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
 * 200,000 events of 100 aggregates, of which one can never be written: a constraint of its table refuses it. Counted are
 * the events of the others, until the last of them is there, the retries of the failing one included. Compared is the
 * product with itself.
 */
public final class PoisonFigure implements Figure {

    private static final int AGGREGATES = 100;

    @Override
    public String name() {
        return "project-poison";
    }

    @Override
    public String description() {
        return "a projection of 100 aggregates, one of which fails for ever, against the same without";
    }

    @Override
    public List<Result> measure(Run run) throws Exception {
        int count = run.scaled(200_000, 20_000);
        try (Lab lab = run.lab(Lab.Sides.COMMAND_AND_PROJECTOR)) {
            Events events = new Events(lab);
            Projections projections = new Projections(lab);
            projections.pauseAll();
            projections.execute(
                    "alter table product_summary add constraint poison check (product_id not like 'poison%')");
            int[] runs = new int[1];
            List<Samples<Quantity>> samples = Samples.alternately(
                    run,
                    name(),
                    List.of(
                            new Side<>("with poison", () -> sample(projections, events, count, "poison" + ++runs[0])),
                            new Side<>("without", () -> sample(projections, events, count, ""))));
            return List.of(
                    Result.ofMedians(name(), Drains.UNIT, samples.get(0), samples.get(1), Bar.ratioAtLeast(0.8)));
        }
    }

    private static Quantity sample(Projections projections, Events events, int count, String poisoned)
            throws Exception {
        projections.clear("product_summary");
        events.products(AGGREGATES, count, true, poisoned);
        double seconds = projections.run("product_summary", events.end(Events.PRODUCTS));
        projections.pauseAll();
        long rows = projections.number("select count(*) from product_summary");
        if (rows != (poisoned.isEmpty() ? AGGREGATES : AGGREGATES - 1)) {
            throw new IllegalStateException(rows + " products are there");
        }
        return new Quantity(count / AGGREGATES * (AGGREGATES - 1) / seconds, Drains.UNIT);
    }
}
