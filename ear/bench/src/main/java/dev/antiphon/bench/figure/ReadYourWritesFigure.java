package dev.antiphon.bench.figure;

import dev.antiphon.bench.lab.Events;
import dev.antiphon.bench.lab.Http;
import dev.antiphon.bench.lab.Lab;
import dev.antiphon.bench.lab.Projections;
import dev.antiphon.bench.lab.Rows;
import dev.antiphon.bench.measure.Bar;
import dev.antiphon.bench.measure.Figure;
import dev.antiphon.bench.measure.Result;
import dev.antiphon.bench.measure.Run;
import dev.antiphon.bench.measure.Samples;
import dev.antiphon.bench.measure.Samples.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * A hundred orders a second over HTTP: from the moment when the POST is answered until a query is that waits for its
 * version. Raw is the sum of what cannot be avoided: {@code visible} as its own figure measures the product (from the commit
 * to the row), one round trip to a bare JAX-RS resource, and one tick of the waiting room, which counts once however large
 * the ratio may be. The other three projections are paused. Less is better.
 */
public final class ReadYourWritesFigure implements Figure {

    private static final int PER_SECOND = 100;
    private static final double RATIO = 1.3;

    /** {@code antiphon.query.wait-interval}, by default. */
    private static final double TICK_MILLIS = 20;

    private static final String ORDER = """
            {"orderId":"%s","kind":"SALE","customerId":"17850","currency":"GBP","orderedAt":"2010-12-01T08:26:00Z",
             "lines":[{"stockCode":"85123A","quantity":6,"unitPrice":2.55}]}""";

    /** Answers how many milliseconds one took. */
    private interface Visit {
        double millis(int number);
    }

    @Override
    public String name() {
        return "read-your-writes";
    }

    @Override
    public String description() {
        return "POST answered to waiting query answered, against commit to row and a bare round trip";
    }

    @Override
    public List<Result> measure(Run run) throws Exception {
        try (Lab lab = run.lab(Lab.Sides.ALL)) {
            ReadFigure.fill(lab);
            Projections projections = new Projections(lab);
            projections.pauseAll();
            projections.resume("order_summary");
            projections.awaitRunning("order_summary", new Events(lab));
            int seconds = run.scaled(20, 5);
            List<Samples<Latency>> samples = Samples.alternately(
                    run,
                    name(),
                    List.of(
                            new Side<>("product", () -> readYourWrites(lab, seconds)),
                            new Side<>("visible", () -> visible(lab, seconds)),
                            new Side<>("round trip", () -> roundTrip(lab, seconds))));
            return List.of(result("-p50", samples, Latency::p50), result("-p99", samples, Latency::p99));
        }
    }

    private Result result(String suffix, List<Samples<Latency>> samples, ToDoubleFunction<Latency> percentile) {
        double raw = samples.get(1).median(percentile) + samples.get(2).median(percentile) + TICK_MILLIS / RATIO;
        return new Result(
                name() + suffix,
                "ms",
                samples.get(0).median(percentile),
                raw,
                Bar.ratioAtMost(RATIO),
                samples.get(0).size());
    }

    private static Latency visible(Lab lab, int seconds) throws Exception {
        String prefix = SteadyCommands.prefix("visible");
        try (Rows rows = new Rows(lab, prefix)) {
            return SteadyCommands.latency(List.of(lab.node()), "product?", prefix, seconds, rows);
        }
    }

    private static Latency readYourWrites(Lab lab, int seconds) throws Exception {
        String prefix = SteadyCommands.prefix("rest");
        return steadily(seconds, number -> {
            String id = prefix + number;
            Http.post(lab.uri("/write/orders"), ORDER.formatted(id));
            long posted = System.nanoTime();
            Http.get(lab.uri("/read/orders/" + id + "/summary?minVersion=1"));
            return (System.nanoTime() - posted) / 1e6;
        });
    }

    private static Latency roundTrip(Lab lab, int seconds) throws Exception {
        return steadily(seconds, number -> {
            long begin = System.nanoTime();
            Http.get(lab.uri("/bare/orders/read-" + number));
            return (System.nanoTime() - begin) / 1e6;
        });
    }

    private static Latency steadily(int seconds, Visit visit) throws Exception {
        ScheduledExecutorService visitors = Executors.newScheduledThreadPool(16);
        try {
            List<Future<Double>> visits = new ArrayList<>();
            for (int i = 0; i < PER_SECOND * seconds; i++) {
                int number = i;
                visits.add(visitors.schedule(
                        () -> visit.millis(number), i * 1_000_000L / PER_SECOND, TimeUnit.MICROSECONDS));
            }
            double[] millis = new double[visits.size()];
            for (int i = 0; i < millis.length; i++) {
                millis[i] = visits.get(i).get();
            }
            return Latency.of(millis);
        } finally {
            visitors.shutdownNow();
        }
    }
}
