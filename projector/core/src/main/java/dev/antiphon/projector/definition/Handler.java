package dev.antiphon.projector.definition;

import dev.antiphon.events.Envelope;
import dev.antiphon.events.EventModel;
import dev.antiphon.events.EventReader;
import dev.antiphon.events.EventType;
import dev.antiphon.projector.InvalidProjectionException;
import dev.antiphon.projector.ReadDatabase;
import java.lang.reflect.Method;
import java.util.List;

/** One method of a projection, for one event type. */
public final class Handler {

    private final HandlerMethod method;
    private final List<Class<?>> parameters;
    private final String eventType;
    private final EventReader reader;

    private Handler(HandlerMethod method, List<Class<?>> parameters, String eventType, EventReader reader) {
        this.method = method;
        this.parameters = parameters;
        this.eventType = eventType;
        this.reader = reader;
    }

    static Handler of(String projection, EventModel model, Method method, Object instance) {
        var parameters = List.<Class<?>>of(method.getParameterTypes());
        var event = parameters.get(0);
        var name = event.getAnnotation(EventType.class).value();
        if (model.classOf(name).filter(event::equals).isEmpty()) {
            throw new InvalidProjectionException("Projection '" + projection + "' reads the events of "
                    + model.family().getSimpleName() + ", but " + HandlerMethod.name(method) + " takes "
                    + event.getSimpleName()
                    + ", which is not one of them: move the method to a projection of its family.");
        }
        for (var parameter : parameters.subList(1, parameters.size())) {
            if (parameter != Envelope.class && parameter != ReadDatabase.class) {
                throw new InvalidProjectionException("Projection '" + projection + "': " + HandlerMethod.name(method)
                        + " has a parameter of type " + parameter.getSimpleName()
                        + ", but behind the event only Envelope and ReadDatabase can be given: remove it.");
            }
        }
        return new Handler(
                new HandlerMethod(instance, method),
                parameters,
                name,
                model.reader(name).orElseThrow());
    }

    /** The name of the event type. */
    public String eventType() {
        return eventType;
    }

    /**
     * Reads the payload, of an older schema version too (rule E7).
     *
     * @throws dev.antiphon.events.UnreadablePayloadException if it cannot be understood
     */
    public Object read(Envelope envelope, byte[] payload) {
        return reader.read(envelope.schemaVersion(), payload);
    }

    /** Calls the method; what it throws comes out as it is. */
    public void call(Object event, Envelope envelope, ReadDatabase database) throws Exception {
        var arguments = new Object[parameters.size()];
        arguments[0] = event;
        for (var i = 1; i < arguments.length; i++) {
            arguments[i] = parameters.get(i) == Envelope.class ? envelope : database;
        }
        method.call(arguments);
    }

    @Override
    public String toString() {
        return method.toString();
    }
}
