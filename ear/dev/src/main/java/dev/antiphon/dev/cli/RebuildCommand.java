package dev.antiphon.dev.cli;

import dev.antiphon.dev.postgres.PostgresCopy;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.jdbc.Rebuilds;
import dev.antiphon.projector.rebuild.Rebuild;
import dev.antiphon.projector.rebuild.RebuildSettings;
import dev.antiphon.projector.spi.FaultPoint;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Fills projections from the write store. */
@Command(
        name = "rebuild",
        description = {
            "Fills the tables of projections from the write store, without Kafka and without a server: for the first start, a"
                    + " lost read database, or a new projection. Commands, events and readers may go on meanwhile.",
            "Works on the databases named by ANTIPHON_WRITE_URL and ANTIPHON_READ_URL, else on those of the application"
                    + " started on the same data folder.",
            "With --json, which shows no progress: projection, complete, startedAt, finishedAt, doneTo, written, leftAlone,"
                    + " lettersCovered; with --stop: projection, stopping."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:Every projection is complete.",
            "1:It failed; what is done stays, and the next run goes on there.",
            "2:The command line is wrong.",
            "3:It was stopped; the next run goes on there."
        },
        footerHeading = Examples.HEADING,
        footer = {
            "  ./antiphon rebuild",
            "  ./antiphon rebuild customer_spend daily_sales --rate 5000",
            "  ./antiphon rebuild --once",
            "  ./antiphon rebuild --stop",
            "  ./antiphon rebuild --war shop-projector.war --json"
        })
public final class RebuildCommand implements Callable<Integer> {

    private static final int STOPPED = 3;
    private static final int CONNECTIONS = 4;
    private static final Duration LAST_PAGE = Duration.ofSeconds(20);

    @Spec
    private CommandSpec spec;

    @Mixin
    private OperatedDatabase database;

    @Mixin
    private ChosenProjections chosen;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "0",
            description = "At most so many aggregates in a second. Default: as many as it can")
    private int rate;

    @Option(
            names = "--page",
            paramLabel = "N",
            defaultValue = "2000",
            description = "Aggregates in one transaction. Default: ${DEFAULT-VALUE}")
    private int page;

    @Option(
            names = "--once",
            description = "Leave alone what a rebuild has completed: for what runs at each start, and shall fill a new"
                    + " database or a new projection only.")
    private boolean once;

    @Option(names = "--restart", description = "Begin anew instead of going on where an earlier one was stopped.")
    private boolean restart;

    @Option(names = "--stop", description = "Ask the rebuilds that are under way to stop after their page.")
    private boolean stop;

    @Mixin
    private Output output;

    @Mixin
    private Confirmation confirmation;

    private final AtomicBoolean goOn = new AtomicBoolean(true);
    private int exitCode;

    @Override
    public Integer call() {
        return chosen.work(projections -> {
            if (stop) {
                return database.read(source -> stop(source, projections));
            }
            database.write(write -> database.read(read -> {
                var open = once ? incomplete(new Rebuilds(read), projections) : projections;
                if (!open.isEmpty()) { // else the write database need not even be there
                    rebuild(write, read, open);
                }
            }));
            return exitCode;
        });
    }

    /** Those that no rebuild has completed, and tells the others. */
    private List<ProjectionDefinition> incomplete(Rebuilds rebuilds, List<ProjectionDefinition> projections)
            throws SQLException {
        var incomplete = new ArrayList<ProjectionDefinition>();
        for (var projection : projections) {
            rebuilds.find(projection.key())
                    .filter(state -> state.finishedAt() != null)
                    .ifPresentOrElse(
                            state -> output.tell(json(state), projection + ": complete since " + state.finishedAt()),
                            () -> incomplete.add(projection));
        }
        return incomplete;
    }

    private void stop(DataSource read, List<ProjectionDefinition> projections) throws SQLException {
        var rebuilds = new Rebuilds(read);
        for (var projection : projections) {
            var stopping = rebuilds.stop(projection.key());
            output.tell(
                    new JsonLine().with("projection", projection.key()).with("stopping", stopping),
                    projection + (stopping ? " stops after its page." : " is not being rebuilt."));
        }
    }

    private void rebuild(DataSource write, DataSource read, List<ProjectionDefinition> projections)
            throws SQLException {
        if (restart) {
            confirmRestart(new Rebuilds(read), projections);
        }
        var settings = RebuildSettings.defaults().pageSize(page).perSecond(rate).copyIn(new PostgresCopy());
        var ended = new CountDownLatch(1);
        var onSignal = new Thread(() -> finishPage(ended), "stop");
        Runtime.getRuntime().addShutdownHook(onSignal);
        try (var pool = OperatedDatabase.pool(read, CONNECTIONS)) {
            var states = new Rebuild(write, pool, settings, output.progress(), FaultPoint.NONE)
                    .run(projections, restart, goOn::get);
            states.forEach(this::tell);
            exitCode = states.stream().allMatch(state -> state.finishedAt() != null) ? 0 : STOPPED;
        } finally {
            out().flush();
            ended.countDown();
            if (goOn.get()) {
                Runtime.getRuntime().removeShutdownHook(onSignal);
            }
        }
    }

    private void confirmRestart(Rebuilds rebuilds, List<ProjectionDefinition> projections) throws SQLException {
        for (var projection : projections) {
            var begun = rebuilds.find(projection.key())
                    .filter(state ->
                            state.finishedAt() == null && !state.doneTo().isEmpty());
            if (begun.isPresent()) {
                confirmation.require("Forget that " + projection + " is rebuilt up to '"
                        + begun.get().doneTo() + "' (" + begun.get().applied() + " aggregates written)?");
            }
        }
    }

    private void finishPage(CountDownLatch ended) {
        goOn.set(false);
        try {
            ended.await(LAST_PAGE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void tell(Rebuilds.State state) {
        output.tell(json(state), text(state));
    }

    private static String text(Rebuilds.State state) {
        var end = state.finishedAt();
        return String.format(
                Locale.ROOT,
                "%s: %s, %,d aggregates written%s%s",
                state.projection(),
                end == null
                        ? "stopped behind '" + state.doneTo() + "', run it again to go on"
                        : String.format(Locale.ROOT, "complete in %.1f s", seconds(state.startedAt(), end)),
                state.applied(),
                state.ahead() == 0
                        ? ""
                        : String.format(
                                Locale.ROOT, ", %,d left alone, which knew later events already", state.ahead()),
                state.covered() == 0
                        ? ""
                        : String.format(Locale.ROOT, ", %,d dead letters no longer needed", state.covered()));
    }

    private static JsonLine json(Rebuilds.State state) {
        return new JsonLine()
                .with("projection", state.projection())
                .with("complete", state.finishedAt() != null)
                .with("startedAt", state.startedAt())
                .with("finishedAt", state.finishedAt())
                .with("doneTo", state.finishedAt() == null ? state.doneTo() : null)
                .with("written", state.applied())
                .with("leftAlone", state.ahead())
                .with("lettersCovered", state.covered());
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toMillis() / 1e3;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
