package dev.antiphon.torture;

import dev.antiphon.dev.process.Folders;
import dev.antiphon.dev.process.Progress;
import dev.antiphon.dev.runtime.Installation;
import dev.antiphon.torture.fault.Faults;
import dev.antiphon.torture.system.FakeClock;
import dev.antiphon.torture.system.Shop;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Tortures the whole system and says what it came to. */
@Command(
        name = "torture",
        description = {
            "Runs the whole application as processes of its own (two nodes that take commands, two projectors, one for queries,"
                    + " two database servers, two brokers), under random commands and faults, and checks what must hold all the"
                    + " same. A seed replays the order of the faults.",
            "With --json one object at the end: seed, minutes, holds, faults, leftOut, commands, drainSeconds, checks, replay."
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:Everything holds.",
            "1:Something is broken, or could not be started.",
            "2:The command line is wrong."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./antiphon torture",
            "  ./antiphon torture --seed 4711 --minutes 30",
            "  ./antiphon torture --faults kill-command,cut,rebuild",
        })
final class TortureCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Replays the faults of an earlier run. Default: a new one")
    private @Nullable Long seed;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            defaultValue = "3",
            description = "How long faults happen. Default: ${DEFAULT-VALUE}")
    private int minutes;

    @Option(
            names = "--pace",
            paramLabel = "SECONDS",
            defaultValue = "9",
            description = "From one fault to the next, about. Default: ${DEFAULT-VALUE}")
    private int pace;

    @Option(
            names = "--faults",
            paramLabel = "KIND",
            split = ",",
            completionCandidates = Kinds.class,
            description = "Only these kinds of ${COMPLETION-CANDIDATES}. Default: all")
    private List<String> kinds = List.of();

    @Option(
            names = "--libfaketime",
            paramLabel = "FILE",
            description =
                    "The library that steps the clock of a process. Default: where Debian's package libfaketime has it")
    private @Nullable Path libfaketime;

    @Option(names = "--json", description = "One JSON object at the end instead of text.")
    private boolean json;

    @Option(names = "--keep", description = "Keep logs, journal and data also where everything holds.")
    private boolean keep;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = ".antiphon",
            description = "Where a folder for this run is made. Default: ${DEFAULT-VALUE}")
    private Path data;

    @Option(names = "--project", hidden = true, defaultValue = "${sys:antiphon.project:-.}")
    private Path project;

    /** What can be said with {@code --faults}. */
    static final class Kinds implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Faults.KINDS.iterator();
        }
    }

    @Override
    public Integer call() throws Exception {
        var out = spec.commandLine().getOut();
        var err = spec.commandLine().getErr();
        refuseWhatCannotBe();
        var clock = FakeClock.library(libfaketime);
        var installation = Installation.in(project.toAbsolutePath().normalize());
        var folder = Folders.create(data.toAbsolutePath().normalize());
        var home = folder.resolve("torture-" + ProcessHandle.current().pid());
        var settings = new Torture.Settings(
                seed == null ? new SplittableRandom().nextInt(1, Integer.MAX_VALUE) : seed,
                Duration.ofMinutes(minutes),
                Duration.ofSeconds(pace),
                List.copyOf(kinds));
        var progress = progress(err);
        progress.report("seed " + settings.seed() + ", " + minutes + " minutes, data in " + home);
        if (clock.isEmpty()) {
            progress.report(
                    "clock: left out, libfaketime is not here (apt-get install libfaketime, or --libfaketime FILE)");
        }
        var shop = Shop.in(home, folder.resolve("cache"), installation, clock.orElse(null));
        var torture = new Torture(
                shop, Installation.projectorWar(project.toAbsolutePath().normalize()), settings, progress);
        // The end of the virtual machine, by itself or by a signal, ends what runs.
        Runtime.getRuntime().addShutdownHook(new Thread(torture::close, "stop"));
        Report report;
        try {
            report = torture.run();
        } catch (Exception e) {
            if (torture.isClosed()) {
                new CountDownLatch(1).await(); // a signal is being handled
            }
            throw e;
        }
        torture.close();
        return tell(report, out, err, home);
    }

    private void refuseWhatCannotBe() {
        if (minutes < 1 || pace < 1) {
            throw new ParameterException(spec.commandLine(), "--minutes and --pace must be at least 1.");
        }
        for (var kind : kinds) {
            if (!Faults.KINDS.contains(kind)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "There is no kind of fault '" + kind + "'; there are " + String.join(", ", Faults.KINDS) + ".");
            }
        }
        if (libfaketime != null && !Files.isRegularFile(libfaketime)) {
            throw new ParameterException(spec.commandLine(), "There is no file " + libfaketime + " (--libfaketime).");
        }
    }

    private int tell(Report report, PrintWriter out, PrintWriter err, Path home) throws Exception {
        Files.writeString(home.resolve("report.json"), report.json());
        out.println(json ? report.json() : report.text());
        out.flush();
        if (!report.holds()) {
            err.println("antiphon: something is broken; logs and journal are in " + home);
            err.println("Once more: " + report.replay());
            err.flush();
            return 1;
        }
        if (!keep) {
            Folders.delete(home);
        }
        return 0;
    }

    private static Progress progress(PrintWriter err) {
        long begin = System.nanoTime();
        return message -> {
            err.printf(Locale.ROOT, "  %6.1f s  %s%n", (System.nanoTime() - begin) / 1e9, message);
            err.flush();
        };
    }
}
