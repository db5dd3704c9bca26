package dev.antiphon.query.ee.waiting;

import dev.antiphon.query.ReadModel;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which projection a path asks for, and which aggregate of it, known from the {@link ReadModel} methods of the application
 * before JAX-RS has matched the request. A path that is not found here is not wrong; its wait blocks a thread.
 */
final class ReadRoutes {

    /** @param aggregateId null where the answer is of no single aggregate */
    record Target(ReadModel model, @Nullable String aggregateId) {}

    private record Route(PathTemplate template, ReadModel model) {}

    private final List<Route> routes = new ArrayList<>();

    /** @param classes of the application with {@link Path} or {@link ApplicationPath}, in any order */
    ReadRoutes(Set<Class<?>> classes) {
        var roots = classes.stream()
                .filter(type -> type.isAnnotationPresent(ApplicationPath.class))
                .map(type -> type.getAnnotation(ApplicationPath.class).value())
                .toList();
        for (var type : classes) {
            var path = type.getAnnotation(Path.class);
            if (path != null) {
                roots.forEach(root -> add(root, path.value(), type));
            }
        }
        routes.sort(Comparator.comparingInt((Route route) -> route.template().literals())
                .reversed());
    }

    boolean isEmpty() {
        return routes.isEmpty();
    }

    /** @param path raw, behind the context path */
    Optional<Target> find(String path) {
        for (var route : routes) {
            var parameter = route.model().aggregate();
            if (parameter.isEmpty()) {
                if (route.template().matches(path)) {
                    return Optional.of(new Target(route.model(), null));
                }
            } else {
                var id = route.template().parameter(parameter, path);
                if (id.isPresent()) {
                    return Optional.of(new Target(route.model(), id.get()));
                }
            }
        }
        return Optional.empty();
    }

    private void add(String root, String typePath, Class<?> type) {
        for (var method : type.getMethods()) {
            var model = method.getAnnotation(ReadModel.class);
            if (model != null && method.isAnnotationPresent(GET.class)) {
                var path = method.getAnnotation(Path.class);
                routes.add(new Route(new PathTemplate(root, typePath, path == null ? "" : path.value()), model));
            }
        }
    }
}
