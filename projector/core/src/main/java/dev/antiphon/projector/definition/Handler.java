package dev.antiphon.projector.definition;

import dev.antiphon.events.Envelope;
import dev.antiphon.events.EventJson;
import dev.antiphon.events.EventModel;
import dev.antiphon.events.EventType;
import dev.antiphon.projector.InvalidProjectionException;
import dev.antiphon.projector.ReadDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/** One method of a projection, for one event type. */
public final class Handler {

    private final Object instance;
    private final Method method;
    private final Class<?> event;
    private final EventType type;

    private Handler(Object instance, Method method, Class<?> event, EventType type) {
        this.instance = instance;
        this.method = method;
        this.event = event;
        this.type = type;
    }

    static Handler of(String projection, EventModel model, Method method, Object instance) {
        var parameters = method.getParameterTypes();
        var event = parameters[0];
        var type = event.getAnnotation(EventType.class);
        var handler = new Handler(instance, method, event, type);
        if (model.classOf(type.value()).filter(event::equals).isEmpty()) {
            throw new InvalidProjectionException("Projection '" + projection + "' reads the events of "
                    + model.family().getSimpleName() + ", but " + handler + " takes " + event.getSimpleName()
                    + ", which is not one of them: move the method to a projection of its family.");
        }
        for (var parameter : Arrays.asList(parameters).subList(1, parameters.length)) {
            if (parameter != Envelope.class && parameter != ReadDatabase.class) {
                throw new InvalidProjectionException("Projection '" + projection + "': " + handler
                        + " has a parameter of type " + parameter.getSimpleName()
                        + ", but behind the event only Envelope and ReadDatabase can be given: remove it.");
            }
        }
        method.setAccessible(true);
        return handler;
    }

    /** The name of the event type. */
    public String eventType() {
        return type.value();
    }

    /**
     * Reads the payload.
     *
     * @throws dev.antiphon.events.UnreadablePayloadException if it is not of the event's shape
     * @throws UnknownSchemaVersionException if it is of another schema version than the record (rule E7)
     */
    public Object read(Envelope envelope, byte[] payload) {
        if (envelope.schemaVersion() != type.version()) {
            throw new UnknownSchemaVersionException("Event type " + type.value() + " has schema version "
                    + envelope.schemaVersion() + ", but " + event.getSimpleName() + " is version " + type.version());
        }
        return EventJson.read(payload, event);
    }

    /** Calls the method; what it throws comes out as it is. */
    public void call(Object event, Envelope envelope, ReadDatabase database) throws Exception {
        var types = method.getParameterTypes();
        var arguments = new Object[types.length];
        arguments[0] = event;
        for (var i = 1; i < types.length; i++) {
            arguments[i] = types[i] == Envelope.class ? envelope : database;
        }
        try {
            method.invoke(instance, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception exception) {
                throw exception;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e;
        }
    }

    @Override
    public String toString() {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }
}
