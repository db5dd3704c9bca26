package dev.antiphon.dev.cli;

import dev.antiphon.projector.operation.ProjectionState;
import dev.antiphon.projector.operation.Projections;
import java.io.PrintWriter;
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
        footerHeading = "%nExamples:%n",
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

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "Say what to do: list, pause or resume.");
    }

    @Command(description = "Lists the projections: how many records each has read, and whether it is paused.")
    int list() {
        return database.read(source -> {
            var states = new Projections(source).list();
            states.forEach(this::tell);
            if (states.isEmpty()) {
                out().println("There are no projections yet; they appear when a projector has begun to read.");
            }
        });
    }

    private void tell(ProjectionState state) {
        out().printf(
                        "%s: %d records of %s in %d partitions, the last at %s; %d parked aggregates%n",
                        state.projection(),
                        state.records(),
                        state.topic(),
                        state.partitions(),
                        state.movedAt(),
                        state.parkedAggregates());
        var pause = state.pause();
        if (pause != null) {
            out().println("    paused " + pause.description());
        }
    }

    @Command(
            description = "Makes a projection stand still on every node, redrives included, until it is resumed, also"
                    + " through restarts. Its events wait in Kafka, no longer than the topic's retention.")
    int pause(
            @Parameters(paramLabel = "PROJECTION") String projection,
            @Option(names = "--reason", required = true, description = "Why; its health tells it.") String reason) {
        return database.read(source -> out().println(
                        new Projections(source).pause(projection, reason)
                                ? "Paused " + projection + "."
                                : projection + " is paused already; its older reason stays."));
    }

    @Command(description = "Lets a projection go on from where it stands; running projectors notice within seconds.")
    int resume(@Parameters(paramLabel = "PROJECTION") String projection) {
        return database.read(source -> out().println(
                        new Projections(source).resume(projection)
                                ? "Resumed " + projection + "."
                                : projection + " was not paused."));
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
