package dev.antiphon.bench.figure;

import dev.antiphon.bench.lab.Http;
import dev.antiphon.bench.lab.Lab;
import dev.antiphon.bench.lab.Summaries;
import dev.antiphon.bench.measure.Bar;
import dev.antiphon.bench.measure.Figure;
import dev.antiphon.bench.measure.Quantity;
import dev.antiphon.bench.measure.Result;
import dev.antiphon.bench.measure.Run;
import dev.antiphon.bench.measure.Samples;
import dev.antiphon.bench.measure.Samples.Side;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;

/**
 * One order's summary over HTTP, by eight connections that are kept. Raw is a JAX-RS resource in a war without Antiphon, in
 * the same server and through the same pool, which runs the same statement.
 */
public final class ReadFigure implements Figure {

    static final int CONNECTIONS = 8;
    private static final int ROWS = 10_000;
    private static final String PREFIX = "read-";

    @Override
    public String name() {
        return "read";
    }

    @Override
    public String description() {
        return "a row of the read model over HTTP, against a bare JAX-RS resource";
    }

    @Override
    public List<Result> measure(Run run) throws Exception {
        try (Lab lab = run.lab(Lab.Sides.ALL)) {
            fill(lab);
            IntFunction<URI> product = summaries(lab);
            IntFunction<URI> raw = i -> lab.uri("/bare/orders/" + PREFIX + i % ROWS);
            for (IntFunction<URI> side : List.of(product, raw)) {
                Http.rate(side, CONNECTIONS, Duration.ofSeconds(run.scaled(30, 5))); // until all is compiled
            }
            Duration duration = Duration.ofSeconds(run.scaled(10, 3));
            List<Samples<Quantity>> samples = Samples.alternately(
                    run,
                    name(),
                    List.of(
                            new Side<>("product", asking(product, duration)),
                            new Side<>("raw", asking(raw, duration))));
            return List.of(
                    Result.ofMedians(name(), "requests/s", samples.get(0), samples.get(1), Bar.ratioAtLeast(0.7)));
        }
    }

    /** Rows to be read. */
    static void fill(Lab lab) throws Exception {
        try (Summaries summaries = new Summaries(lab)) {
            summaries.write(PREFIX, 0, ROWS - 1);
        }
    }

    /** The addresses of those rows. */
    static IntFunction<URI> summaries(Lab lab) {
        return i -> lab.uri("/read/orders/" + PREFIX + i % ROWS + "/summary");
    }

    private static Callable<Quantity> asking(IntFunction<URI> uris, Duration duration) {
        return () -> new Quantity(Http.rate(uris, CONNECTIONS, duration), "requests/s");
    }
}
