package dev.antiphon.projector.definition;

import dev.antiphon.projector.InvalidProjectionException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;

/** A method of a projection, on the object to call. */
final class HandlerMethod {

    private final Object instance;
    private final Method method;

    HandlerMethod(Object instance, Method method) {
        this.instance = instance;
        this.method = method;
        method.setAccessible(true);
    }

    /** Calls it; what it throws comes out as it is. */
    void call(Object... arguments) throws Exception {
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

    /**
     * The method for something of which a projection may have one.
     *
     * @param what for the message
     * @throws InvalidProjectionException if there are two
     */
    static Optional<Method> only(String projection, String what, Class<?> type, Predicate<Method> isOne) {
        var methods = Arrays.stream(type.getMethods())
                .filter(each -> !each.isBridge() && isOne.test(each))
                .toList();
        if (methods.size() > 1) {
            throw new InvalidProjectionException("Projection '" + projection + "' has two methods for " + what + ", "
                    + name(methods.get(0)) + " and " + name(methods.get(1)) + ": keep one of them.");
        }
        return methods.stream().findFirst();
    }

    /** Class and name, for people. */
    static String name(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    @Override
    public String toString() {
        return name(method);
    }
}
