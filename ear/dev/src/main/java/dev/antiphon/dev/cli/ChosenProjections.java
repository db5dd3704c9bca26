package dev.antiphon.dev.cli;

import dev.antiphon.dev.process.StartFailure;
import dev.antiphon.dev.runtime.ProjectorWar;
import dev.antiphon.projector.InvalidProjectionException;
import dev.antiphon.projector.definition.ProjectionDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The projections that a command is about, out of the war that they are deployed in. */
final class ChosenProjections {

    @Mixin
    private WarOption war;

    @Parameters(
            paramLabel = "PROJECTION",
            arity = "0..*",
            description =
                    "Which ones, such as order_summary: whatever its version, all of them if the war has several; else"
                            + " order_summary-v2. Default: all that have a method for snapshots")
    private List<String> names = new ArrayList<>();

    /**
     * Works on them.
     *
     * @param work gives the exit code
     * @return that
     * @throws StartFailure if one that is named is not there
     * @throws InvalidProjectionException if something is wrong with one of them
     */
    int work(ToIntFunction<List<ProjectionDefinition>> work) {
        try (var projector = new ProjectorWar(war.file())) {
            return work.applyAsInt(chosen(projector.projections()));
        }
    }

    private List<ProjectionDefinition> chosen(List<ProjectionDefinition> all) {
        if (names.isEmpty()) {
            return all.stream().filter(each -> each.snapshot().isPresent()).toList();
        }
        var chosen = new ArrayList<ProjectionDefinition>();
        for (var name : names) {
            var found = all.stream().filter(each -> isNamed(each, name)).toList();
            if (found.isEmpty()) {
                throw new StartFailure("There is no projection " + name + "; there are "
                        + String.join(
                                ", ",
                                all.stream().map(ProjectionDefinition::key).toList())
                        + ".");
            }
            chosen.addAll(found);
        }
        return chosen.stream().distinct().toList();
    }

    private static boolean isNamed(ProjectionDefinition projection, String name) {
        return name.equals(projection.name()) || name.equals(projection.name() + "-v" + projection.version());
    }
}
