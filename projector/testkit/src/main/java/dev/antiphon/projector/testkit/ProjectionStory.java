package dev.antiphon.projector.testkit;

import dev.antiphon.events.AggregateSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What happens to one aggregate, for {@link ProjectionContract}.
 *
 * @param events from version 1 on
 * @param snapshots the aggregate's state after some of its events, by version
 */
public record ProjectionStory(String aggregateId, List<Object> events, Map<Long, AggregateSnapshot> snapshots) {

    public ProjectionStory {
        events = List.copyOf(events);
        snapshots = Map.copyOf(snapshots);
    }

    /** The events of an aggregate, in order. */
    public static ProjectionStory of(String aggregateId, Object... events) {
        return new ProjectionStory(aggregateId, List.of(events), Map.of());
    }

    /** The same with further events. */
    public ProjectionStory then(Object... further) {
        var all = new ArrayList<>(events);
        all.addAll(List.of(further));
        return new ProjectionStory(aggregateId, all, snapshots);
    }

    /**
     * The same with the aggregate's state after the events so far; its time of change, if it has one, is
     * {@link TestRecords#TIME}.
     *
     * @throws IllegalArgumentException if the snapshot is of another aggregate or version
     */
    public ProjectionStory state(AggregateSnapshot snapshot) {
        if (!snapshot.aggregateId().equals(aggregateId) || snapshot.aggregateVersion() != events.size()) {
            throw new IllegalArgumentException("The snapshot is of " + snapshot.aggregateId() + ", version "
                    + snapshot.aggregateVersion() + ", but the story of " + aggregateId + " has come to version "
                    + events.size() + ".");
        }
        var all = new TreeMap<>(snapshots);
        all.put(snapshot.aggregateVersion(), snapshot);
        return new ProjectionStory(aggregateId, events, all);
    }
}
