package dev.antiphon.projector.snapshots;

import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.definition.SnapshotHandler;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Projections by the snapshots that their rows are made of, so that those are read once for all of them. */
public final class SnapshotGroups {

    private SnapshotGroups() {}

    /** @throws SnapshotException if one of them has no method for snapshots */
    public static Map<Class<?>, List<ProjectionDefinition>> of(List<ProjectionDefinition> projections) {
        var groups = new LinkedHashMap<Class<?>, List<ProjectionDefinition>>();
        for (var projection : projections) {
            var snapshot = projection
                    .snapshot()
                    .map(SnapshotHandler::snapshot)
                    .orElseThrow(() -> new SnapshotException(
                            "Projection '" + projection
                                    + "' can neither be rebuilt nor verified: write a public method that makes its rows"
                                    + " of a snapshot, such as from(OrderSnapshot order, ReadDatabase db).",
                            null));
            groups.computeIfAbsent(snapshot, type -> new ArrayList<>()).add(projection);
        }
        return groups;
    }
}
