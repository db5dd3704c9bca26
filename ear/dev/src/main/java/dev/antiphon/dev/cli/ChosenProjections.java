package dev.antiphon.dev.cli;

import dev.antiphon.dev.process.StartFailure;
import dev.antiphon.dev.runtime.ProjectorWar;
import dev.antiphon.projector.InvalidProjectionException;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.snapshots.SnapshotException;
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
            description = "Which ones. Default: all that have a method for snapshots")
    private List<String> names = new ArrayList<>();

    /**
     * Works on them.
     *
     * @param work gives the exit code
     * @return that
     * @throws StartFailure if one that is named is not there, or something is wrong with one of them
     */
    int work(ToIntFunction<List<ProjectionDefinition>> work) {
        try (var projector = new ProjectorWar(war.file())) {
            return work.applyAsInt(chosen(projector.projections()));
        } catch (SnapshotException | InvalidProjectionException e) {
            throw new StartFailure(e.getMessage(), e);
        }
    }

    private List<ProjectionDefinition> chosen(List<ProjectionDefinition> all) {
        if (names.isEmpty()) {
            return all.stream().filter(each -> each.snapshot().isPresent()).toList();
        }
        var chosen = new ArrayList<ProjectionDefinition>();
        for (var name : names) {
            chosen.add(all.stream()
                    .filter(each -> each.key().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new StartFailure("There is no projection " + name + "; there are "
                            + String.join(
                                    ", ",
                                    all.stream().map(ProjectionDefinition::key).toList())
                            + ".")));
        }
        return chosen;
    }
}
