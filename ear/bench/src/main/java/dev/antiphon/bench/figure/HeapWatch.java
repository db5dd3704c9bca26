package dev.antiphon.bench.figure;

import dev.antiphon.bench.lab.Node;
import dev.antiphon.bench.measure.Bar;
import dev.antiphon.bench.measure.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The live heap of a server (in use after a full collection) while it works.
 *
 * @param growth how far above the server at rest it came, in MB
 * @param rise how much higher its mean was in the last third of the time than in the first, in MB
 * @param readings how often it was read, about once a second
 */
record HeapWatch(double growth, double rise, int readings) {

    private static final double MEGABYTE = 1 << 20;

    /** What is done meanwhile. */
    interface Work {
        void run() throws Exception;
    }

    static HeapWatch during(Node node, Work work) throws Exception {
        node.run("/heap");
        double atRest = heap(node);
        List<Double> readings = new ArrayList<>();
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            Future<?> end = other.submit(() -> {
                work.run();
                return null;
            });
            while (!over(end)) {
                readings.add(heap(node) - atRest);
            }
        } finally {
            other.shutdownNow();
        }
        int third = Math.max(1, readings.size() / 3);
        return new HeapWatch(
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

    /** Less than 256 MB, and flat. */
    static List<Result> results(String figure, HeapWatch product, HeapWatch raw) {
        return List.of(
                new Result(
                        figure + "-growth",
                        "MB",
                        product.growth(),
                        raw.growth(),
                        Bar.productAtMost(256),
                        product.readings()),
                new Result(
                        figure + "-rise", "MB", product.rise(), raw.rise(), Bar.productAtMost(16), product.readings()));
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.1f MB at most, rising by %.1f MB, in %d readings", growth, rise, readings);
    }
}
