package dev.antiphon.projector.definition;

import dev.antiphon.projector.InvalidProjectionException;
import dev.antiphon.projector.OnDeletion;
import dev.antiphon.projector.ReadDatabase;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;

/** The method of a projection for aggregates that are deleted. */
public final class DeletionHandler {

    private final HandlerMethod method;
    private final boolean takesDatabase;

    private DeletionHandler(HandlerMethod method, boolean takesDatabase) {
        this.method = method;
        this.takesDatabase = takesDatabase;
    }

    /** @throws InvalidProjectionException if there are two, or one has other parameters */
    static Optional<DeletionHandler> find(String projection, Class<?> type, Object instance) {
        return HandlerMethod.only(projection, "deletions", type, each -> each.isAnnotationPresent(OnDeletion.class))
                .map(each -> of(projection, each, instance));
    }

    private static DeletionHandler of(String projection, Method method, Object instance) {
        var parameters = List.of(method.getParameterTypes());
        if (!parameters.equals(List.of(String.class))
                && !parameters.equals(List.of(String.class, ReadDatabase.class))) {
            throw new InvalidProjectionException("Projection '" + projection + "': " + HandlerMethod.name(method)
                    + " is for deletions and takes "
                    + parameters.stream().map(Class::getSimpleName).toList()
                    + ", but it can be given the aggregate's id and the database only: (String aggregateId,"
                    + " ReadDatabase db).");
        }
        return new DeletionHandler(new HandlerMethod(instance, method), parameters.size() == 2);
    }

    /** Calls the method; what it throws comes out as it is. */
    public void call(String aggregateId, ReadDatabase database) throws Exception {
        if (takesDatabase) {
            method.call(aggregateId, database);
        } else {
            method.call(aggregateId);
        }
    }
}
