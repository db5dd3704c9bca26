package dev.antiphon.bench.figure;

import dev.antiphon.bench.lab.Lab;
import dev.antiphon.bench.lab.Lanes;
import dev.antiphon.bench.measure.Bar;
import dev.antiphon.bench.measure.Figure;
import dev.antiphon.bench.measure.Quantity;
import dev.antiphon.bench.measure.Result;
import dev.antiphon.bench.measure.Run;
import dev.antiphon.bench.measure.Samples;
import dev.antiphon.bench.measure.Samples.Side;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * 20,000 orders of one line, placed and then confirmed by eight threads inside the server: the gateway against plain
 * JDBC in the same war, through the same pool. No relay sends on either side.
 */
public final class CommandsFigure implements Figure {

    @Override
    public String name() {
        return "commands";
    }

    @Override
    public String description() {
        return "commands through the gateway, against plain JDBC with the same rows; relay at rest";
    }

    @Override
    public List<Result> measure(Run run) throws Exception {
        try (Lab lab = run.lab(Lab.Sides.COMMAND)) {
            new Lanes(lab).hold();
            Commands commands = new Commands(run, lab);
            List<Samples<Quantity>> samples = Samples.alternately(
                    run,
                    name(),
                    List.of(
                            new Side<>("product", cleared(commands, "product")),
                            new Side<>("raw", cleared(commands, "raw"))));
            return List.of(
                    Result.ofMedians(name(), Commands.UNIT, samples.get(0), samples.get(1), Bar.ratioAtLeast(0.6)));
        }
    }

    private static Callable<Quantity> cleared(Commands commands, String side) {
        return () -> {
            commands.clear();
            return commands.send(side);
        };
    }
}
