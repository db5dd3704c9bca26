package dev.antiphon.dev.cli;

import dev.antiphon.projector.operation.ProjectionState;
import dev.antiphon.projector.operation.Projections;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Looks at the projections, and makes one stand still. */
@Command(
        name = "projections",
        description =
                "Shows the projections, pauses and resumes them, while everything runs. Works on the database named by"
                        + " ANTIPHON_READ_URL, else on that of the application started on the same data folder.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = Examples.HEADING,
        footer = {
            "  ./antiphon projections list",
            "  ./antiphon projections pause daily_sales --reason \"its columns change\"",
            "  ./antiphon projections resume daily_sales"
        })
public final class ProjectionsCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Mixin
    private OperatedDatabase database;

    @Mixin
    private Output output;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "Say what to do: list, pause or resume.");
    }

    @Command(
            description = {
                "Lists the projections: their version, how many records each has read, and whether it is paused.",
                "With --json: projection, version, topic, partitions, records, movedAt, parkedAggregates, paused (null, or"
                        + " why, since when and by whom)."
            },
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  ./antiphon projections list --json")
    int list() {
        return database.read(source -> {
            var states = new Projections(source).list();
            states.forEach(this::tell);
            if (states.isEmpty()) {
                output.say("There are no projections yet; they appear when a projector has begun to read.");
            }
        });
    }

    private void tell(ProjectionState state) {
        var pause = state.pause();
        output.tell(
                new JsonLine()
                        .with("projection", state.projection())
                        .with("version", state.version())
                        .with("topic", state.topic())
                        .with("partitions", state.partitions())
                        .with("records", state.records())
                        .with("movedAt", state.movedAt())
                        .with("parkedAggregates", state.parkedAggregates())
                        .with("paused", pause == null ? null : pause.description()),
                "%s: version %d, %d records of %s in %d partitions, the last at %s; %d parked aggregates%s"
                        .formatted(
                                state.projection(),
                                state.version(),
                                state.records(),
                                state.topic(),
                                state.partitions(),
                                state.movedAt(),
                                state.parkedAggregates(),
                                pause == null ? "" : "%n    paused %s".formatted(pause.description())));
    }

    @Command(
            description = {
                "Makes a projection stand still on every node, redrives included, until it is resumed, also through restarts."
                        + " Its events wait in Kafka, no longer than the topic's retention.",
                "With --json: projection, changed (false if it was paused already)."
            },
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  ./antiphon projections pause daily_sales --reason \"its columns change\"")
    int pause(
            @Parameters(paramLabel = "PROJECTION") String projection,
            @Option(names = "--reason", required = true, description = "Why; its health tells it.") String reason) {
        return database.read(source -> {
            var changed = new Projections(source).pause(projection, reason);
            output.tell(
                    new JsonLine().with("projection", projection).with("changed", changed),
                    changed
                            ? "Paused " + projection + "."
                            : projection + " is paused already; its older reason stays.");
        });
    }

    @Command(
            description = {
                "Lets a projection go on from where it stands; running projectors notice within seconds.",
                "With --json: projection, changed (false if it was not paused)."
            },
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  ./antiphon projections resume daily_sales")
    int resume(@Parameters(paramLabel = "PROJECTION") String projection) {
        return database.read(source -> {
            var changed = new Projections(source).resume(projection);
            output.tell(
                    new JsonLine().with("projection", projection).with("changed", changed),
                    changed ? "Resumed " + projection + "." : projection + " was not paused.");
        });
    }
}
