package dev.antiphon.bench;

import dev.antiphon.bench.figure.Figures;
import dev.antiphon.bench.measure.Figure;
import dev.antiphon.bench.measure.Result;
import dev.antiphon.bench.measure.Run;
import dev.antiphon.dev.process.Folders;
import dev.antiphon.dev.process.Progress;
import dev.antiphon.dev.runtime.Installation;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures figures one after the other and prints what came out. */
@Command(
        name = "bench",
        description = "Measures the product beside the raw limit, in turns, on servers of its own.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./antiphon bench --list",
            "  ./antiphon bench commands drain",
            "  ./antiphon bench --all --json > figures.jsonl",
        })
final class BenchCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", arity = "0..*", description = "Which figures.")
    private List<String> names = List.of();

    @Option(names = "--all", description = "Every figure; takes an hour or more.")
    private boolean all;

    @Option(names = "--list", description = "Say which figures there are.")
    private boolean list;

    @Option(
            names = "--json",
            description = "One object a line instead of the table: figure, unit, product, raw, ratio, samples.")
    private boolean json;

    @Option(names = "--quick", description = "Fewer events and samples; for development, the numbers mean little.")
    private boolean quick;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = ".antiphon",
            description = "On which disk to measure: a folder in there is used and removed at the end."
                    + " Default: ${DEFAULT-VALUE}")
    private Path data;

    @Option(names = "--project", hidden = true, defaultValue = "${sys:antiphon.project:-.}")
    private Path project;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        if (list) {
            Figures.all().forEach(each -> out.printf("%-16s %s%n", each.name(), each.description()));
            out.flush();
            return 0;
        }
        if (names.isEmpty() && !all) {
            throw new ParameterException(spec.commandLine(), "Say which figures, or --all; --list names them.");
        }
        List<Figure> figures =
                all ? Figures.all() : names.stream().map(Figures::named).toList();
        Installation installation = Installation.in(project.toAbsolutePath().normalize());
        Path folder = Folders.create(data.toAbsolutePath().normalize());
        Run run = new Run(
                installation,
                folder.resolve("bench-" + ProcessHandle.current().pid()),
                folder.resolve("cache"),
                quick,
                progress(spec.commandLine().getErr()));
        // The end of the virtual machine, by itself or by a signal, ends what runs.
        Runtime.getRuntime().addShutdownHook(new Thread(run::close, "stop"));
        try {
            measure(figures, run, out);
            return 0;
        } catch (Exception e) {
            if (run.isClosed()) {
                new CountDownLatch(1).await(); // a signal is being handled
            }
            throw e;
        }
    }

    private void measure(List<Figure> figures, Run run, PrintWriter out) throws Exception {
        List<Result> results = new ArrayList<>();
        for (Figure figure : figures) {
            run.report(figure.name() + ": " + figure.description());
            for (Result result : figure.measure(run)) {
                results.add(result);
                if (json) {
                    out.println(Report.json(result));
                    out.flush();
                }
            }
        }
        if (!json) {
            out.print(Report.table(results));
            out.flush();
        }
    }

    private static Progress progress(PrintWriter err) {
        long begin = System.nanoTime();
        return message -> {
            err.printf(Locale.ROOT, "  %6.1f s  %s%n", (System.nanoTime() - begin) / 1e9, message);
            err.flush();
        };
    }
}
