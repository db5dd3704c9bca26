package dev.antiphon.bench.figure;

import dev.antiphon.bench.lab.Crowd;
import dev.antiphon.bench.lab.Http;
import dev.antiphon.bench.lab.Lab;
import dev.antiphon.bench.lab.Projections;
import dev.antiphon.bench.lab.Summaries;
import dev.antiphon.bench.measure.Bar;
import dev.antiphon.bench.measure.Figure;
import dev.antiphon.bench.measure.Result;
import dev.antiphon.bench.measure.Run;
import dev.antiphon.bench.measure.Samples;
import dev.antiphon.bench.measure.Samples.Side;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/**
 * A thousand clients that wait at once, each for a row of its own that is still to come. Ordinary queries go on meanwhile;
 * then the rows come, two hundred a second, and each client's answer is timed from the commit of its row. Raw is the
 * same server while nobody waits, and an ordinary query of a row that has just come.
 */
public final class WaitingRoomFigure implements Figure {

    private static final int CLIENTS = 1_000;
    private static final long NANOS_BETWEEN_ROWS = 5_000_000;
    private static final String CONNECTIONS =
            "select count(*) from pg_stat_activity where datname = 'read' and usename = 'antiphon_query'";

    /** What one sample came to. */
    private record Sample(double rate, double threads, double connections, Latency latency) {

        Sample with(Latency its) {
            return new Sample(rate, threads, connections, its);
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%,.0f requests/s, %.0f threads, %.0f connections, %s",
                    rate,
                    threads,
                    connections,
                    latency);
        }
    }

    @Override
    public String name() {
        return "waiting-room";
    }

    @Override
    public String description() {
        return "1,000 clients waiting for rows to come: their latency, and what it costs ordinary queries";
    }

    @Override
    public List<Result> measure(Run run) throws Exception {
        try (Lab lab = run.lab(Lab.Sides.ALL)) {
            ReadFigure.fill(lab);
            Duration duration = Duration.ofSeconds(run.scaled(10, 3));
            List<Samples<Sample>> samples = Samples.alternately(
                    run,
                    name(),
                    List.of(
                            new Side<>("product", () -> withClients(lab, duration)),
                            new Side<>("raw", () -> withoutClients(lab, duration))));
            Samples<Sample> product = samples.get(0);
            Samples<Sample> raw = samples.get(1);
            return List.of(
                    new Result(
                            name() + "-p99",
                            "ms",
                            product.median(sample -> sample.latency().p99()),
                            raw.median(sample -> sample.latency().p99()),
                            Bar.productAtMost(50),
                            product.size()),
                    new Result(
                            name() + "-others",
                            "requests/s",
                            product.median(Sample::rate),
                            raw.median(Sample::rate),
                            Bar.ratioAtLeast(0.9),
                            product.size()),
                    new Result(
                            name() + "-threads",
                            "threads",
                            product.median(Sample::threads),
                            raw.median(Sample::threads),
                            Bar.ratioAtMost(1.05),
                            product.size()),
                    new Result(
                            name() + "-connections",
                            "connections",
                            product.median(Sample::connections),
                            raw.median(Sample::connections),
                            Bar.ratioAtMost(1),
                            product.size()));
        }
    }

    private static Sample withClients(Lab lab, Duration duration) throws Exception {
        String prefix = SteadyCommands.prefix("waiting");
        try (Crowd crowd = new Crowd(lab, prefix, CLIENTS)) {
            Sample rest = sample(lab, duration);
            long[] committed = commit(lab, prefix, number -> {});
            double[] millis = new double[CLIENTS];
            for (int i = 0; i < CLIENTS; i++) {
                millis[i] = (crowd.answered(i) - committed[i]) / 1e6;
            }
            return rest.with(Latency.of(millis));
        }
    }

    private static Sample withoutClients(Lab lab, Duration duration) throws Exception {
        String prefix = SteadyCommands.prefix("nobody");
        Sample rest = sample(lab, duration);
        double[] millis = new double[CLIENTS];
        commit(lab, prefix, number -> {
            long begin = System.nanoTime();
            Http.get(lab.uri("/read/orders/" + prefix + number + "/summary"));
            millis[number] = (System.nanoTime() - begin) / 1e6;
        });
        return rest.with(Latency.of(millis));
    }

    private static Sample sample(Lab lab, Duration duration) throws Exception {
        return new Sample(
                Http.rate(ReadFigure.summaries(lab), ReadFigure.CONNECTIONS, duration),
                Double.parseDouble(lab.node().run("/threads")),
                new Projections(lab).number(CONNECTIONS),
                new Latency(Double.NaN, Double.NaN));
    }

    /** Answers when each row was committed; does something after each. */
    private static long[] commit(Lab lab, String prefix, IntConsumer afterwards) throws Exception {
        long[] committed = new long[CLIENTS];
        try (Summaries summaries = new Summaries(lab)) {
            long begin = System.nanoTime();
            for (int i = 0; i < CLIENTS; i++) {
                long due = begin + i * NANOS_BETWEEN_ROWS;
                for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                summaries.write(prefix, i, i);
                committed[i] = System.nanoTime();
                afterwards.accept(i);
            }
        }
        return committed;
    }
}
