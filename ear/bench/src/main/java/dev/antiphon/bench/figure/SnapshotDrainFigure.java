package dev.antiphon.bench.figure;

import dev.antiphon.bench.lab.Lab;
import dev.antiphon.bench.measure.Bar;
import dev.antiphon.bench.measure.Figure;
import dev.antiphon.bench.measure.Quantity;
import dev.antiphon.bench.measure.Result;
import dev.antiphon.bench.measure.Run;
import dev.antiphon.bench.measure.Samples;
import dev.antiphon.bench.measure.Samples.Side;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;

/**
 * The same drain while another session holds a snapshot from before it, against the product's own without: nothing that
 * the marks leave behind can be cleaned away meanwhile.
 */
public final class SnapshotDrainFigure implements Figure {

    @Override
    public String name() {
        return "drain-snapshot";
    }

    @Override
    public String description() {
        return "the drain while another session holds an old snapshot, against the product's own drain without";
    }

    @Override
    public List<Result> measure(Run run) throws Exception {
        try (Lab lab = run.lab(Lab.Sides.COMMAND)) {
            Drains drains = new Drains(run, lab);
            List<Samples<Quantity>> samples = Samples.alternately(
                    run,
                    name(),
                    List.of(
                            new Side<>("with old snapshot", () -> {
                                Quantity sample;
                                try (Connection connection = lab.connect();
                                        Statement statement = connection.createStatement()) {
                                    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
                                    connection.setAutoCommit(false);
                                    statement.execute("select 1");
                                    drains.prepare();
                                    sample = drains.product();
                                    connection.rollback();
                                }
                                drains.empty();
                                return sample;
                            }),
                            new Side<>("without", () -> drains.once(drains::product))));
            return List.of(
                    Result.ofMedians(name(), Drains.UNIT, samples.get(0), samples.get(1), Bar.ratioAtLeast(0.8)));
        }
    }
}
