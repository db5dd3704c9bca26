package dev.antiphon.events;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.InvocationTargetException;
import java.util.Map;
import java.util.TreeMap;

/** Reads the payloads of one event type, those of older schema versions through its upcasters (rule E7). */
public final class EventReader {

    private final Class<?> event;
    private final String name;
    private final int version;
    private final int oldest;
    private final Map<Integer, Upcaster> steps;

    private EventReader(Class<?> event, EventType type, Map<Integer, Upcaster> steps) {
        this.event = event;
        this.name = type.value();
        this.version = type.version();
        this.oldest = type.oldestVersion();
        this.steps = steps;
    }

    /** @throws InvalidEventModelException if a step is missing, is there twice or leads nowhere */
    static EventReader of(Class<?> event, EventType type) {
        if (type.version() < 1 || type.oldestVersion() < 1 || type.oldestVersion() > type.version()) {
            throw invalid(event, type, "versions start at 1, and the oldest one is no newer than its own");
        }
        var steps = new TreeMap<Integer, Upcaster>();
        for (var upcasterClass : type.upcasters()) {
            var upcaster = create(event, type, upcasterClass);
            if (upcaster.from() < type.oldestVersion() || upcaster.from() >= type.version()) {
                throw invalid(
                        event,
                        type,
                        upcasterClass.getSimpleName() + " starts from version " + upcaster.from()
                                + ", which is none of the versions before it: take it out, or raise the version");
            }
            var other = steps.put(upcaster.from(), upcaster);
            if (other != null) {
                throw invalid(
                        event,
                        type,
                        other.getClass().getSimpleName() + " and " + upcasterClass.getSimpleName()
                                + " both start from version " + upcaster.from() + ": keep one of them");
            }
        }
        for (var version = type.oldestVersion(); version < type.version(); version++) {
            if (!steps.containsKey(version)) {
                throw invalid(
                        event,
                        type,
                        "it has no upcaster from version " + version + " to " + (version + 1)
                                + ": add one to @EventType(upcasters), or say with oldestVersion that no such event is"
                                + " left (rule E7)");
            }
        }
        return new EventReader(event, type, steps);
    }

    private static Upcaster create(Class<?> event, EventType type, Class<? extends Upcaster> upcasterClass) {
        try {
            var constructor = upcasterClass.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (InvocationTargetException e) {
            throw invalid(event, type, upcasterClass.getName() + " cannot be created: " + e.getCause());
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw invalid(
                    event, type, upcasterClass.getName() + " has no constructor without parameters that can be called");
        }
    }

    private static InvalidEventModelException invalid(Class<?> event, EventType type, String problem) {
        return new InvalidEventModelException("Event type '" + type.value() + "' of " + event.getName()
                + " has schema version " + type.version() + ", but " + problem + ".");
    }

    Class<?> event() {
        return event;
    }

    /**
     * Reads a payload.
     *
     * @param schemaVersion in which it was written
     * @throws UnreadablePayloadException if it is newer than the record or older than its upcasters reach, or not of
     *     the event's shape, or an upcaster fails
     */
    public Object read(int schemaVersion, byte[] payload) {
        if (schemaVersion == version) {
            return EventJson.read(payload, event);
        }
        if (schemaVersion > version || schemaVersion < oldest) {
            throw new UnreadablePayloadException(
                    "Event type " + name + " has schema version " + schemaVersion + ", but " + event.getSimpleName()
                            + " reads " + known(),
                    null);
        }
        var tree = EventJson.tree(payload);
        for (var from = schemaVersion; from < version; from++) {
            tree = upcast(from, tree);
        }
        return EventJson.read(tree, event);
    }

    private String known() {
        return oldest == version ? "version " + version : "versions " + oldest + " to " + version;
    }

    private ObjectNode upcast(int from, ObjectNode tree) {
        var upcaster = steps.get(from);
        try {
            return upcaster.upcast(tree);
        } catch (RuntimeException e) {
            throw new UnreadablePayloadException(
                    upcaster.getClass().getSimpleName() + " failed to bring event type " + name
                            + " from schema version " + from + " to " + (from + 1) + ": " + e,
                    e);
        }
    }
}
