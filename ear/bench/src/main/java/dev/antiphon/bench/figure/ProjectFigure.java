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
 * A projection that finds 200,000 events in Kafka, two of each aggregate, against plain JDBC in the same server that
 * writes the same tables from memory. The other projections are paused.
 */
public final class ProjectFigure implements Figure {

    /** With processed events, into {@code order_summary}. */
    public static final Figure PROCESSED_EVENTS = new ProjectFigure(
            "project",
            "200,000 events from Kafka into order_summary with processed events, against JDBC batches from memory",
            "order_summary",
            Events.ORDERS,
            "orders");

    /** With the version guard, into {@code product_summary}. */
    public static final Figure VERSION_GUARD = new ProjectFigure(
            "project-guarded",
            "200,000 events from Kafka into product_summary with version guards, against guarded batches from memory",
            "product_summary",
            Events.PRODUCTS,
            "products");

    private final String name;
    private final String description;
    private final String projection;
    private final String topic;
    private final String rows;
    private int runs;

    private ProjectFigure(String name, String description, String projection, String topic, String rows) {
        this.name = name;
        this.description = description;
        this.projection = projection;
        this.topic = topic;
        this.rows = rows;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public List<Result> measure(Run run) throws Exception {
        int count = run.scaled(200_000, 20_000);
        try (Lab lab = run.lab(Lab.Sides.COMMAND_AND_PROJECTOR)) {
            Events events = new Events(lab);
            Projections projections = new Projections(lab);
            projections.pauseAll();
            List<Samples<Quantity>> samples = Samples.alternately(
                    run,
                    name,
                    List.of(
                            new Side<>("product", () -> {
                                projections.clear(projection);
                                fill(events, count);
                                double seconds = projections.run(projection, events.end(topic));
                                projections.pauseAll();
                                return new Quantity(count / seconds, Drains.UNIT);
                            }),
                            new Side<>("raw", () -> {
                                projections.clear(projection);
                                String seconds =
                                        lab.node().run("/project/" + rows + "?prefix=r" + ++runs + "-&events=" + count);
                                return new Quantity(count / Double.parseDouble(seconds), Drains.UNIT);
                            })));
            return List.of(Result.ofMedians(name, Drains.UNIT, samples.get(0), samples.get(1), Bar.ratioAtLeast(0.6)));
        }
    }

    private void fill(Events events, int count) {
        if (topic.equals(Events.ORDERS)) {
            events.orders(count);
        } else {
            events.products(count / 2, count, false, "");
        }
    }
}
