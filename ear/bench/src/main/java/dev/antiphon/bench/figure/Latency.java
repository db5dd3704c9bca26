package dev.antiphon.bench.figure;

import dev.antiphon.bench.measure.Bar;
import dev.antiphon.bench.measure.Result;
import dev.antiphon.bench.measure.Samples;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * How long events took, in milliseconds.
 *
 * @param p50 half of them took no longer
 * @param p99 99 of 100 took no longer
 */
record Latency(double p50, double p99) {

    static Latency of(double[] millis) {
        double[] sorted = millis.clone();
        Arrays.sort(sorted);
        return new Latency(percentile(sorted, 50), percentile(sorted, 99));
    }

    /** Half and nearly all of them, the medians over the samples of each side. */
    static List<Result> results(String figure, Samples<Latency> product, Samples<Latency> raw, Bar bar) {
        return List.of(
                new Result(
                        figure + "-p50",
                        "ms",
                        product.median(Latency::p50),
                        raw.median(Latency::p50),
                        bar,
                        product.size()),
                new Result(
                        figure + "-p99",
                        "ms",
                        product.median(Latency::p99),
                        raw.median(Latency::p99),
                        bar,
                        product.size()));
    }

    private static double percentile(double[] sorted, int percent) {
        return sorted[Math.max(0, (int) Math.ceil(sorted.length * percent / 100.0) - 1)];
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "p50 %.2f ms, p99 %.2f ms", p50, p99);
    }
}
