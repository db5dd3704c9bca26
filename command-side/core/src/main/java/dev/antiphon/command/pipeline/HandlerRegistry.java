package dev.antiphon.command.pipeline;

import dev.antiphon.command.Aggregate;
import dev.antiphon.command.Command;
import dev.antiphon.command.CommandHandler;
import dev.antiphon.events.EventModel;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All handlers by the command that they handle, and the event models of their aggregates. Read once, at deployment. */
public final class HandlerRegistry {

    private final Map<Class<?>, CommandHandler<?, ?>> handlers = new HashMap<>();
    private final Map<Class<?>, Class<?>> handlerTypes = new HashMap<>();
    private final Map<Class<?>, EventModel> models = new HashMap<>();

    /**
     * Adds a handler.
     *
     * @param type the handler's class, where its type arguments are read; not that of a proxy
     * @throws InvalidHandlerException if another one handles the same command or the types cannot be read
     * @throws dev.antiphon.events.InvalidEventModelException if the aggregate's events break a rule
     */
    public HandlerRegistry add(Class<?> type, CommandHandler<?, ?> handler) {
        var arguments = arguments(type, CommandHandler.class);
        if (arguments == null
                || !(arguments[0] instanceof Class<?> command)
                || !(arguments[1] instanceof Class<?> aggregate)) {
            throw new InvalidHandlerException(
                    "Handler " + type.getName()
                            + " does not say what it handles: let it implement CommandHandler<TheCommand, TheAggregate> directly.");
        }
        var other = handlerTypes.put(command, type);
        if (other != null) {
            throw new InvalidHandlerException("Command " + command.getName() + " has two handlers: " + other.getName()
                    + " and " + type.getName() + ". Remove one of them.");
        }
        handlers.put(command, handler);
        models.computeIfAbsent(aggregate, HandlerRegistry::model);
        return this;
    }

    /**
     * Refuses commands that nobody handles.
     *
     * @param commands concrete command classes
     * @throws InvalidHandlerException if there is one; names all of them
     */
    public void requireHandlers(Collection<Class<?>> commands) {
        var names = commands.stream()
                .filter(command -> !handlers.containsKey(command))
                .map(Class::getName)
                .sorted()
                .toList();
        if (!names.isEmpty()) {
            throw new InvalidHandlerException((names.size() == 1
                            ? "Command " + names.get(0) + " has no handler"
                            : "Commands have no handler: " + String.join(", ", names))
                    + ". Add a bean that implements CommandHandler for each, or remove the command.");
        }
    }

    private static EventModel model(Class<?> aggregate) {
        var arguments = arguments(aggregate, Aggregate.class);
        if (arguments == null || !(arguments[0] instanceof Class<?> family)) {
            throw new InvalidHandlerException("Aggregate " + aggregate.getName()
                    + " does not say which events it records: let it extend Aggregate<TheEventInterface> directly.");
        }
        return EventModel.of(family);
    }

    private static Type @Nullable [] arguments(@Nullable Class<?> type, Class<?> wanted) {
        if (type == null) {
            return null;
        }
        for (var parent : type.getGenericInterfaces()) {
            if (parent instanceof ParameterizedType generic && generic.getRawType() == wanted) {
                return generic.getActualTypeArguments();
            }
        }
        if (type.getGenericSuperclass() instanceof ParameterizedType generic && generic.getRawType() == wanted) {
            return generic.getActualTypeArguments();
        }
        return arguments(type.getSuperclass(), wanted);
    }

    @SuppressWarnings("unchecked") // add() has read the command's type from the handler itself
    CommandHandler<Command, Aggregate<?>> handlerOf(Command command) {
        var handler = handlers.get(command.getClass());
        if (handler == null) {
            throw new InvalidHandlerException("Command " + command.getClass().getName()
                    + " has no handler: add a bean that implements CommandHandler for it.");
        }
        return (CommandHandler<Command, Aggregate<?>>) handler;
    }

    /** The events of an aggregate class, or of the class that it extends. */
    EventModel modelOf(Aggregate<?> aggregate) {
        for (Class<?> type = aggregate.getClass(); type != null; type = type.getSuperclass()) {
            var model = models.get(type);
            if (model != null) {
                return model;
            }
        }
        throw new InvalidHandlerException("Aggregate " + aggregate.getClass().getName()
                + " is returned by no handler, so its events are unknown: let a handler return it.");
    }

    /** The event models of all aggregates. */
    public Collection<EventModel> models() {
        return models.values();
    }
}
