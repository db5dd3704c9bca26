package dev.antiphon.dev.cli;

import dev.antiphon.projector.operation.ProjectionState;
import dev.antiphon.projector.operation.Projections;
import dev.antiphon.projector.spi.FaultPoint;
import dev.antiphon.projector.versions.SwitchSettings;
import dev.antiphon.projector.versions.VersionDrop;
import dev.antiphon.projector.versions.VersionSwitch;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Looks at the projections and their versions, makes one stand still, and switches readers between versions. */
@Command(
        name = "projections",
        description =
                "Shows the projections, pauses and resumes them, switches readers from one version of a projection to another"
                        + " and drops versions, while everything runs; without anything behind it, shows them. Works on"
                        + " the database named by ANTIPHON_READ_URL, else on that of the application started on the same"
                        + " data folder.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = Examples.HEADING,
        footer = {
            "  ./antiphon projections",
            "  ./antiphon projections pause daily_sales --reason \"its columns change\"",
            "  ./antiphon projections resume daily_sales",
            "  ./antiphon projections switch order_summary --to 2",
            "  ./antiphon projections drop order_summary --version 1"
        })
public final class ProjectionsCommand implements Callable<Integer> {

    @Mixin
    private OperatedDatabase database;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        return list();
    }

    @Command(
            description = {
                "Lists the projections, all versions of each: what state it is in, how many records it has read, and whether"
                        + " it is paused.",
                "The states: active (readers look at it), empty (never filled), filling (its rebuild has not ended), catching"
                        + " up (it has read less than the active one), ready (readers can be switched to it), old (readers"
                        + " were switched to a later one).",
                "With --json: projection, name, version, state, topic, partitions, records, behind (the active one), movedAt,"
                        + " parkedAggregates, paused (null, or why, since when and by whom); topic and movedAt are null"
                        + " until it has read anything."
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
                        .with("name", state.name())
                        .with("version", state.version())
                        .with("state", state.stage().toString())
                        .with("topic", state.topic())
                        .with("partitions", state.partitions())
                        .with("records", state.records())
                        .with("behind", state.behind())
                        .with("movedAt", state.movedAt())
                        .with("parkedAggregates", state.parkedAggregates())
                        .with("paused", pause == null ? null : pause.description()),
                "%s: version %d, %s%s, %s; %d parked aggregates%s"
                        .formatted(
                                state.projection(),
                                state.version(),
                                state.stage(),
                                state.behind() == 0 ? "" : " (%d records behind)".formatted(state.behind()),
                                state.topic() == null
                                        ? "no projector has begun to read with it"
                                        : "%d records of %s in %d partitions, the last at %s"
                                                .formatted(
                                                        state.records(),
                                                        state.topic(),
                                                        state.partitions(),
                                                        state.movedAt()),
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

    @Command(
            name = "switch",
            description = {
                "Switches readers from one version of a projection to another, in one transaction: they see the tables of the"
                        + " new version from then on, and never less than before. Both versions go on writing their own"
                        + " tables, so that the same command switches back. As the owner of the read database.",
                "It refuses, and says why, while the new version lacks anything that readers see now: tables, grants, the end of"
                        + " its rebuild, events.",
                "With --json: projection, from, to, changed (false if readers look at it already)."
            },
            mixinStandardHelpOptions = true,
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {
                "0:Readers look at the version.",
                "1:They cannot be switched now, or it failed; nothing has changed.",
                "2:The command line is wrong."
            },
            footerHeading = Examples.HEADING,
            footer = "  ./antiphon projections switch order_summary --to 2")
    int switchTo(
            @Parameters(paramLabel = "PROJECTION", description = "Its name, without a version.") String projection,
            @Option(names = "--to", paramLabel = "N", required = true, description = "The version to switch to.")
                    int to) {
        return database.readAsOwner(source -> {
            var switched = new VersionSwitch(source, SwitchSettings.defaults(), FaultPoint.NONE).run(projection, to);
            output.tell(
                    new JsonLine()
                            .with("projection", projection)
                            .with("from", switched.from())
                            .with("to", switched.to())
                            .with("changed", switched.changed()),
                    switched.changed()
                            ? "Readers of %s are switched from version %d to %d."
                                    .formatted(projection, switched.from(), switched.to())
                            : "Readers of %s look at version %d already.".formatted(projection, to));
        });
    }

    @Command(
            description = {
                "Drops a version of a projection that readers do not look at, for good: its tables, and all that is kept about it."
                        + " Its dead letters stay in the audit table. Undeploy its war before: a projector that still runs"
                        + " with it stands still from then on. As the owner of the read database.",
                "With --json: projection, version, tables (those that are gone)."
            },
            footerHeading = Examples.HEADING,
            footer = "  ./antiphon projections drop order_summary --version 1 --yes")
    int drop(
            @Parameters(paramLabel = "PROJECTION", description = "Its name, without a version.") String projection,
            @Option(names = "--version", paramLabel = "N", required = true, description = "The version to drop.")
                    int version,
            @Option(
                            names = {"-h", "--help"},
                            usageHelp = true,
                            description = "Show this help message and exit.")
                    boolean help,
            @Mixin Confirmation confirmation) {
        return database.readAsOwner(source -> {
            var drop = new VersionDrop(source);
            drop.check(projection, version);
            confirmation.require("Drop version %d of projection %s for good? There is no way back to it then."
                    .formatted(version, projection));
            var tables = drop.run(projection, version);
            output.tell(
                    new JsonLine()
                            .with("projection", projection)
                            .with("version", version)
                            .with("tables", tables),
                    "Dropped version %d of %s: %s."
                            .formatted(
                                    version,
                                    projection,
                                    tables.isEmpty() ? "it had no tables" : String.join(", ", tables)));
        });
    }
}
