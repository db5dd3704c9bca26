package dev.antiphon.query.ee.http;

import dev.antiphon.query.InvalidParameterException;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.ext.Provider;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Refuses, 400, a query parameter that the query does not have, and one given twice where it takes one: a misspelled
 * filter would otherwise answer with everything. A query that takes {@code UriInfo} judges its parameters itself.
 */
@Provider
public class DeclaredParameterFilter implements ContainerRequestFilter {

    private final Map<Method, DeclaredParameters> known = new ConcurrentHashMap<>();

    @Context
    ResourceInfo resource;

    @Override
    public void filter(ContainerRequestContext request) {
        var given = request.getUriInfo().getQueryParameters();
        if (given.isEmpty() || ReadModels.of(resource).isEmpty()) {
            return;
        }
        var declared = known.computeIfAbsent(resource.getResourceMethod(), DeclaredParameters::new);
        if (declared.isOpen()) {
            return;
        }
        given.forEach((name, values) -> {
            if (!declared.has(name)) {
                throw InvalidParameterException.refused(
                        name,
                        "There is no parameter of this name here"
                                + (declared.names().isEmpty()
                                        ? "."
                                        : "; there are: " + String.join(", ", declared.names()) + "."));
            }
            if (values.size() > 1 && !declared.isManifold(name)) {
                throw InvalidParameterException.refused(name, "Parameter " + name + " can be given once only.");
            }
        });
    }
}
