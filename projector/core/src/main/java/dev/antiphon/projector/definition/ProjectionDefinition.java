package dev.antiphon.projector.definition;

import dev.antiphon.events.EventModel;
import dev.antiphon.events.EventType;
import dev.antiphon.projector.InvalidProjectionException;
import dev.antiphon.projector.Projection;
import dev.antiphon.projector.RunningSum;
import dev.antiphon.projector.Strategy;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A projection as it is declared on its class: checked, immutable, shared by threads. */
public final class ProjectionDefinition {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");

    private final String name;
    private final int version;
    private final Strategy strategy;
    private final boolean pushed;
    private final EventModel model;
    private final List<String> tables;
    private final Map<String, Handler> handlers;
    private final Optional<DeletionHandler> deletion;
    private final Optional<SnapshotHandler> snapshot;
    private final List<RunningSum> sums;
    private final String idColumn;

    private ProjectionDefinition(
            Projection projection,
            EventModel model,
            List<String> tables,
            Map<String, Handler> handlers,
            Optional<DeletionHandler> deletion,
            Optional<SnapshotHandler> snapshot,
            List<RunningSum> sums) {
        this.name = projection.name();
        this.version = projection.version();
        this.strategy = projection.strategy();
        this.pushed = projection.pushed();
        this.model = model;
        this.tables = tables;
        this.handlers = handlers;
        this.deletion = deletion;
        this.snapshot = snapshot;
        this.sums = sums;
        this.idColumn = projection.idColumn();
    }

    /** Reads an object's own class. */
    public static ProjectionDefinition of(Object projection) {
        return of(projection.getClass(), projection);
    }

    /**
     * Reads a class.
     *
     * @param type the class as it was written
     * @param instance the object to call, of that class or a proxy of it
     * @throws InvalidProjectionException if the class breaks a rule of {@link Projection}; says what to change
     * @throws dev.antiphon.events.InvalidEventModelException if its events do
     */
    public static ProjectionDefinition of(Class<?> type, Object instance) {
        var projection = type.getAnnotation(Projection.class);
        if (projection == null) {
            throw new InvalidProjectionException(type.getName() + " is no projection: put @Projection on it.");
        }
        if (!NAME.matcher(projection.name()).matches()) {
            throw new InvalidProjectionException("Projection '" + projection.name() + "' of " + type.getName()
                    + " needs a name in lower case with underscores, such as order_summary.");
        }
        if (projection.version() < 1) {
            throw new InvalidProjectionException("Projection '" + projection.name() + "' of " + type.getName()
                    + " has version " + projection.version() + ", but versions start at 1.");
        }
        var model = EventModel.of(projection.events());
        var tables = projection.tables().length == 0 ? List.of(projection.name()) : List.of(projection.tables());
        return new ProjectionDefinition(
                projection,
                model,
                tables,
                handlers(projection, model, type, instance),
                DeletionHandler.find(projection.name(), type, instance),
                SnapshotHandler.find(projection.name(), model, type, instance),
                sums(type));
    }

    private static List<RunningSum> sums(Class<?> type) {
        var sums = new ArrayList<RunningSum>();
        for (var at = type; at != null; at = at.getSuperclass()) {
            for (var field : at.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) && field.getType() == RunningSum.class) {
                    sums.add(value(field));
                }
            }
        }
        return List.copyOf(sums);
    }

    private static RunningSum value(Field field) {
        try {
            field.setAccessible(true);
            return (RunningSum) field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, Handler> handlers(
            Projection projection, EventModel model, Class<?> type, Object instance) {
        var handlers = new HashMap<String, Handler>();
        for (var method : handlerMethods(model, type)) {
            var handler = Handler.of(projection.name(), model, method, instance);
            var other = handlers.put(handler.eventType(), handler);
            if (other != null) {
                throw new InvalidProjectionException("Projection '" + projection.name() + "' has two methods for "
                        + method.getParameterTypes()[0].getSimpleName() + ", " + other + " and " + handler
                        + ": keep one of them.");
            }
        }
        if (handlers.isEmpty()) {
            throw new InvalidProjectionException("Projection '" + projection.name() + "' of " + type.getName()
                    + " handles nothing: write a public method such as on("
                    + model.classes().values().iterator().next().getSimpleName()
                    + " event, ReadDatabase db) for each event type it is interested in.");
        }
        return Map.copyOf(handlers);
    }

    private static List<Method> handlerMethods(EventModel model, Class<?> type) {
        var found = new ArrayList<Method>();
        for (var method : type.getMethods()) {
            if (method.isBridge() || method.isSynthetic() || method.getParameterCount() == 0) {
                continue;
            }
            var first = method.getParameterTypes()[0];
            if (first.isAnnotationPresent(EventType.class)) {
                found.add(method);
            } else if (model.family().isAssignableFrom(first)) {
                throw new InvalidProjectionException(type.getName() + "." + method.getName() + "("
                        + first.getSimpleName() + ") takes a whole family of events: write one method for each event"
                        + " record, so that types without a method can be skipped.");
            }
        }
        return found;
    }

    /**
     * Checks that projections do not share a name, since position and watermarks belong to it (rule E6).
     *
     * @throws InvalidProjectionException if two do
     */
    public static void checkDistinct(List<ProjectionDefinition> definitions) {
        var keys = new HashSet<String>();
        for (var definition : definitions) {
            if (!keys.add(definition.key())) {
                throw new InvalidProjectionException("Two projections are called '" + definition.key()
                        + "': give one of them another name or version.");
            }
        }
    }

    public String name() {
        return name;
    }

    public int version() {
        return version;
    }

    /** Name, and {@code -v<N>} behind it from version 2 on: what group, position and watermarks go by. */
    public String key() {
        return version == 1 ? name : name + "-v" + version;
    }

    /** The consumer group of a service (rule E6). */
    public String group(String service) {
        return service + "-" + key();
    }

    public Strategy strategy() {
        return strategy;
    }

    /** Whether its changes are noted for the query side to tell. */
    public boolean isPushed() {
        return pushed;
    }

    public String topic() {
        return model.topic().value();
    }

    /** The type of the aggregates whose events it reads: the entity of the topic. */
    public String aggregateType() {
        return model.topic().entity();
    }

    /** The read tables that must exist. */
    public List<String> tables() {
        return tables;
    }

    /** All tables that it writes: those that must exist, and those of its running sums; without one twice. */
    public List<String> readTables() {
        return Stream.concat(tables.stream(), sums.stream().flatMap(sum -> Stream.of(sum.table(), sum.parts())))
                .distinct()
                .toList();
    }

    /** The running sums that it keeps. */
    public List<RunningSum> sums() {
        return sums;
    }

    /** The column of its tables with the aggregate's id; empty for the first of the primary key. */
    public String idColumn() {
        return idColumn;
    }

    /** The handler of an event type, or empty where nobody handles it, be it known or not. */
    public Optional<Handler> handler(String eventType) {
        return Optional.ofNullable(handlers.get(eventType));
    }

    /** What is called when an aggregate is deleted; empty where deletions are passed over. */
    public Optional<DeletionHandler> deletion() {
        return deletion;
    }

    /** What makes rows of a snapshot; empty where the projection cannot be rebuilt. */
    public Optional<SnapshotHandler> snapshot() {
        return snapshot;
    }

    @Override
    public String toString() {
        return key();
    }
}
