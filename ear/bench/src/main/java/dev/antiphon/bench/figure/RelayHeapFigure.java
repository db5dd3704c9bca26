package dev.antiphon.bench.figure;

import dev.antiphon.bench.lab.Backlog;
import dev.antiphon.bench.lab.Lab;
import dev.antiphon.bench.lab.Lanes;
import dev.antiphon.bench.lab.Node;
import dev.antiphon.bench.measure.Bar;
import dev.antiphon.bench.measure.Figure;
import dev.antiphon.bench.measure.Result;
import dev.antiphon.bench.measure.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The server's live heap (in use after a full collection) while a million events leave: how far above the server at rest
 * it comes, and how much higher its mean is in the last third of the drain than in the first. Less is better; raw is the
 * bare loop in the same server.
 */
public final class RelayHeapFigure implements Figure {

    private static final double MEGABYTE = 1 << 20;

    private record Heap(double growth, double rise, int readings) {

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT, "%.1f MB at most, rising by %.1f MB, in %d readings", growth, rise, readings);
        }
    }

    private interface Drain {
        void run() throws Exception;
    }

    @Override
    public String name() {
        return "relay-heap";
    }

    @Override
    public String description() {
        return "live heap of the server while a backlog of 1,000,000 events leaves, against the bare loop's";
    }

    @Override
    public List<Result> measure(Run run) throws Exception {
        try (Lab lab = run.lab(Lab.Sides.COMMAND)) {
            Lanes lanes = new Lanes(lab);
            Backlog backlog = new Backlog(lab);
            int events = run.scaled(1_000_000, 50_000);
            lanes.hold();
            Heap product = watch(lab.node(), backlog, events, () -> {
                lanes.release();
                backlog.awaitEmpty();
            });
            run.report(name() + ": product: " + product);
            lanes.hold();
            backlog.clear();
            Heap raw = watch(lab.node(), backlog, events, () -> lab.node().run("/drain"));
            run.report(name() + ": raw: " + raw);
            return List.of(
                    new Result(
                            name() + "-growth",
                            "MB",
                            product.growth(),
                            raw.growth(),
                            Bar.productAtMost(256),
                            product.readings()),
                    new Result(
                            name() + "-rise",
                            "MB",
                            product.rise(),
                            raw.rise(),
                            Bar.productAtMost(16),
                            product.readings()));
        }
    }

    private static Heap watch(Node node, Backlog backlog, int events, Drain drain) throws Exception {
        node.run("/heap");
        double atRest = heap(node);
        backlog.fill(events);
        List<Double> readings = new ArrayList<>();
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            Future<?> end = other.submit(() -> {
                drain.run();
                return null;
            });
            while (!over(end)) {
                readings.add(heap(node) - atRest);
            }
        } finally {
            other.shutdownNow();
        }
        int third = Math.max(1, readings.size() / 3);
        return new Heap(
                readings.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN),
                mean(readings.subList(readings.size() - third, readings.size())) - mean(readings.subList(0, third)),
                readings.size());
    }

    private static boolean over(Future<?> end) throws Exception {
        try {
            end.get(1, TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    private static double heap(Node node) throws Exception {
        return Long.parseLong(node.run("/heap")) / MEGABYTE;
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }
}
