package dev.antiphon.projector.definition;

import dev.antiphon.events.AggregateSnapshot;
import dev.antiphon.events.EventModel;
import dev.antiphon.events.SnapshotOf;
import dev.antiphon.projector.InvalidProjectionException;
import dev.antiphon.projector.ReadDatabase;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;

/** The method of a projection that makes its rows of a snapshot (rule S3). */
public final class SnapshotHandler {

    private final HandlerMethod method;
    private final Class<?> snapshot;

    private SnapshotHandler(HandlerMethod method, Class<?> snapshot) {
        this.method = method;
        this.snapshot = snapshot;
    }

    /**
     * Finds it.
     *
     * @throws InvalidProjectionException if there are two, or one has other parameters
     * @throws dev.antiphon.events.InvalidEventModelException if its snapshot is none of the projection's entity
     */
    static Optional<SnapshotHandler> find(String projection, EventModel model, Class<?> type, Object instance) {
        return HandlerMethod.only(projection, "snapshots", type, SnapshotHandler::isMeantForSnapshots)
                .map(each -> of(projection, model, each, instance));
    }

    /** Also where half of it is forgotten: what is passed over in silence would never be rebuilt. */
    private static boolean isMeantForSnapshots(Method method) {
        if (method.getParameterCount() == 0) {
            return false;
        }
        var type = method.getParameterTypes()[0];
        return AggregateSnapshot.class.isAssignableFrom(type) || type.isAnnotationPresent(SnapshotOf.class);
    }

    private static SnapshotHandler of(String projection, EventModel model, Method method, Object instance) {
        var parameters = List.of(method.getParameterTypes());
        model.checkSnapshot(parameters.get(0));
        if (parameters.size() != 2 || parameters.get(1) != ReadDatabase.class) {
            throw new InvalidProjectionException("Projection '" + projection + "': " + HandlerMethod.name(method)
                    + " is for snapshots and takes "
                    + parameters.stream().map(Class::getSimpleName).toList()
                    + ", but needs the snapshot and ReadDatabase, and nothing else.");
        }
        return new SnapshotHandler(new HandlerMethod(instance, method), parameters.get(0));
    }

    /** The record that it takes. */
    public Class<?> snapshot() {
        return snapshot;
    }

    /** Calls the method; what it throws comes out as it is. */
    public void call(AggregateSnapshot state, ReadDatabase database) throws Exception {
        method.call(state, database);
    }
}
