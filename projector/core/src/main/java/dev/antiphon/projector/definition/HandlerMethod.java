package dev.antiphon.projector.definition;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

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

    /** Class and name, for people. */
    static String name(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    @Override
    public String toString() {
        return name(method);
    }
}
