package dev.antiphon.query.ee.http;

import dev.antiphon.query.waiting.MinVersion;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.UriInfo;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The query parameters that a resource method declares, its own and those of its class and of its bean parameters. */
final class DeclaredParameters {

    private final Map<String, Boolean> manifold = new HashMap<>();
    private boolean open;

    DeclaredParameters(Method method) {
        for (var parameter : method.getParameters()) {
            add(parameter, parameter.getType());
        }
        addFields(method.getDeclaringClass());
    }

    /** Whether the method reads the address by itself, so that nothing can be said. */
    boolean isOpen() {
        return open;
    }

    boolean has(String name) {
        return manifold.containsKey(name) || name.equals(MinVersion.PARAMETER); // judged where it is read
    }

    /** Whether it may be given several times. */
    boolean isManifold(String name) {
        return manifold.getOrDefault(name, true);
    }

    Set<String> names() {
        return new TreeSet<>(manifold.keySet());
    }

    private void addFields(Class<?> type) {
        for (var at = type; at != null && at != Object.class; at = at.getSuperclass()) {
            for (var field : at.getDeclaredFields()) {
                add(field, field.getType());
            }
            for (var setter : at.getDeclaredMethods()) {
                if (setter.getParameterCount() == 1) {
                    add(setter, setter.getParameterTypes()[0]);
                }
            }
        }
    }

    private void add(AnnotatedElement place, Class<?> type) {
        var query = place.getAnnotation(QueryParam.class);
        if (query != null) {
            manifold.put(query.value(), type.isArray() || Collection.class.isAssignableFrom(type));
        } else if (place.isAnnotationPresent(BeanParam.class)) {
            addFields(type);
            for (var constructor : type.getConstructors()) {
                for (var parameter : constructor.getParameters()) {
                    add(parameter, parameter.getType());
                }
            }
        } else if (place.isAnnotationPresent(Context.class) && type == UriInfo.class) {
            open = true;
        }
    }
}
