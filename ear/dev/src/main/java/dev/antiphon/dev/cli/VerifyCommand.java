package dev.antiphon.dev.cli;

import dev.antiphon.dev.postgres.PostgresCopy;
import dev.antiphon.projector.consumer.KafkaTopicEnds;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.verify.Verification;
import dev.antiphon.projector.verify.VerifyReport;
import dev.antiphon.projector.verify.VerifySettings;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Compares projections with the write store. */
@Command(
        name = "verify",
        description = {
            "Compares the tables of projections with the write store, row by row, while commands, events and readers go on."
                    + " What is only under way is waited for; the rest is told and, with --heal, mended.",
            "Works on the databases and the broker named by ANTIPHON_WRITE_URL, ANTIPHON_READ_URL and"
                    + " ANTIPHON_KAFKA_BOOTSTRAP_SERVERS, else on those of the application started on the same data folder.",
            "With --json, which shows no progress: projection, compared, differences (how many of each kind), mended,"
                    + " undecided, first (the first differences: kind, table, of, detail)."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:All of it agrees.",
            "1:Something differs (also if it was mended), or it failed.",
            "2:The command line is wrong.",
            "3:Nothing differs as far as could be told: events did not arrive in time."
        },
        footerHeading = Examples.HEADING,
        footer = {
            "  ./antiphon verify",
            "  ./antiphon verify order_summary --rate 5000",
            "  ./antiphon verify --heal",
            "  ./antiphon verify --war shop-projector.war --json"
        })
public final class VerifyCommand implements Callable<Integer> {

    private static final int DIFFERS = 1;
    private static final int UNDECIDED = 3;

    @Spec
    private CommandSpec spec;

    @Mixin
    private OperatedDatabase database;

    @Mixin
    private ChosenProjections chosen;

    @Option(
            names = "--heal",
            description =
                    "Mend what differs: its rows are made anew from the write store. What the read model knows more"
                            + " than the write store is left alone.")
    private boolean heal;

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
            description = "Aggregates that are compared at once. Default: ${DEFAULT-VALUE}")
    private int page;

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "How long to wait for events under way. Default: ${DEFAULT-VALUE}")
    private int seconds;

    @Mixin
    private Output output;

    private int exitCode;

    @Override
    public Integer call() {
        return chosen.work(projections -> {
            database.write(write -> database.read(read -> verify(write, read, projections)));
            return exitCode;
        });
    }

    private void verify(DataSource write, DataSource read, List<ProjectionDefinition> projections) throws SQLException {
        var settings = VerifySettings.defaults()
                .pageSize(page)
                .perSecond(rate)
                .patience(Duration.ofSeconds(seconds))
                .heal(heal)
                .copyIn(new PostgresCopy());
        var threads = Executors.newCachedThreadPool();
        try (var ends = new KafkaTopicEnds(database.kafkaClients())) {
            var reports = new Verification(write, read, ends, settings, output.progress(), threads)
                    .run(projections, () -> true);
            reports.forEach(report -> output.tell(json(report), text(report)));
            exitCode = exitCode(reports);
        } finally {
            threads.shutdown();
            out().flush();
        }
    }

    private static int exitCode(List<VerifyReport> reports) {
        if (reports.stream().anyMatch(report -> report.drifted() > 0)) {
            return DIFFERS;
        }
        return reports.stream().anyMatch(report -> report.undecided() > 0) ? UNDECIDED : 0;
    }

    private static String text(VerifyReport report) {
        var text = new StringBuilder(
                String.format(Locale.ROOT, "%s: %,d aggregates, ", report.projection(), report.compared()));
        text.append(
                report.drift().isEmpty()
                        ? "no difference"
                        : report.drift().entrySet().stream()
                                .map(each -> String.format(
                                        Locale.ROOT,
                                        "%,d %s",
                                        each.getValue(),
                                        each.getKey().word()))
                                .collect(Collectors.joining(", ")));
        if (report.healed() > 0) {
            text.append(String.format(Locale.ROOT, "; %,d aggregates or sums mended", report.healed()));
        }
        if (report.undecided() > 0) {
            text.append(String.format(Locale.ROOT, "; %,d could not be judged: %s", report.undecided(), report.why()));
        }
        report.told()
                .forEach(drift -> text.append(String.format(
                        "%n    %s %s%s%s",
                        drift.kind().word(),
                        drift.table().isEmpty() ? "" : drift.table() + " ",
                        drift.of(),
                        drift.detail().isEmpty() ? "" : ": " + drift.detail())));
        if (report.drifted() > report.told().size()) {
            text.append(String.format(
                    "%n    and %,d more", report.drifted() - report.told().size()));
        }
        return text.toString();
    }

    private static JsonLine json(VerifyReport report) {
        return new JsonLine()
                .with("projection", report.projection())
                .with("compared", report.compared())
                .with(
                        "differences",
                        report.drift().entrySet().stream()
                                .collect(Collectors.toMap(each -> each.getKey().word(), Map.Entry::getValue)))
                .with("mended", report.healed())
                .with("undecided", report.undecided())
                .with(
                        "first",
                        report.told().stream()
                                .map(drift -> Map.of(
                                        "kind", drift.kind().word(),
                                        "table", drift.table(),
                                        "of", drift.of(),
                                        "detail", drift.detail()))
                                .toList());
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
