package dev.antiphon.query.ee.http;

import dev.antiphon.events.ee.http.ProblemException;
import dev.antiphon.query.InvalidParameterException;
import dev.antiphon.query.ee.waiting.EarlierWait;
import dev.antiphon.query.waiting.AggregateKey;
import dev.antiphon.query.waiting.AwaitedVersion;
import dev.antiphon.query.waiting.MinVersion;
import dev.antiphon.query.waiting.Sighting;
import dev.antiphon.query.waiting.WaitingRoom;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.Provider;
import java.util.concurrent.CompletionException;

/**
 * Lets a query with {@code minVersion} pass when the version is visible (rule S5), and ends it otherwise: 400 where the
 * parameter is malformed or the resource is of no aggregate, 503 with {@code Retry-After} past the bound.
 *
 * <p>As a rule the wait is over before JAX-RS begins, see {@link dev.antiphon.query.ee.waiting.WaitingFilter}; where it
 * is not, this filter blocks the request's thread, bounded, and holds no connection.
 */
@Provider
@ApplicationScoped
public class MinVersionFilter implements ContainerRequestFilter {

    private static final int RETRY_AFTER_SECONDS = 1;

    @Context
    ResourceInfo resource;

    @Context
    HttpServletRequest servletRequest;

    @Inject
    WaitingRoom room;

    @Override
    public void filter(ContainerRequestContext request) {
        var uri = request.getUriInfo();
        var values = uri.getQueryParameters().get(MinVersion.PARAMETER);
        if (values == null || Operations.isOne(uri)) {
            return;
        }
        var sighting = await(new AwaitedVersion(aggregate(uri), MinVersion.parse(values)));
        if (!sighting.reached()) {
            throw new ProblemException(Problems.notYetVisible(sighting), RETRY_AFTER_SECONDS);
        }
    }

    private AggregateKey aggregate(UriInfo uri) {
        var model = ReadModels.of(resource)
                .filter(found -> !found.aggregate().isEmpty())
                .orElseThrow(() -> InvalidParameterException.refused(
                        MinVersion.PARAMETER,
                        "Parameter minVersion cannot be used here: this answer is of no single aggregate, whose"
                                + " version could be waited for. Leave it out."));
        var id = uri.getPathParameters().getFirst(model.aggregate());
        if (id == null) {
            throw new IllegalStateException("@ReadModel of " + resource.getResourceMethod()
                    + " names the path parameter '" + model.aggregate() + "', which its @Path does not have.");
        }
        return new AggregateKey(model.projection(), id);
    }

    private Sighting await(AwaitedVersion awaited) {
        try {
            return EarlierWait.of(servletRequest, awaited)
                    .orElseGet(() -> room.await(awaited))
                    .toCompletableFuture()
                    .join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : e;
        }
    }
}
