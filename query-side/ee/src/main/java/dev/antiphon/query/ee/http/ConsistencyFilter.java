package dev.antiphon.query.ee.http;

import dev.antiphon.events.ConsistencyToken;
import dev.antiphon.events.ee.http.AnswerHeaders;
import dev.antiphon.events.ee.http.ProblemException;
import dev.antiphon.query.ReadModel;
import dev.antiphon.query.ee.waiting.Demand;
import dev.antiphon.query.ee.waiting.EarlierWait;
import dev.antiphon.query.waiting.AwaitedVersion;
import dev.antiphon.query.waiting.MinVersion;
import dev.antiphon.query.waiting.Preferences;
import dev.antiphon.query.waiting.Sighting;
import dev.antiphon.query.waiting.Wait;
import dev.antiphon.query.waiting.WaitingRoom;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.Provider;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Lets a query that asks for a version pass when that is visible (rule S5). Past the bound it ends the query, 503 with
 * {@code Retry-After}, or lets it pass and marks the answer with {@code X-Data-Stale}, as the client prefers; a demand
 * that cannot be understood is 400.
 *
 * <p>As a rule the wait is over before JAX-RS begins, see {@link dev.antiphon.query.ee.waiting.WaitingFilter}; where it
 * is not, this filter blocks the request's thread, bounded, and holds no connection.
 */
@Provider
@ApplicationScoped
public class ConsistencyFilter implements ContainerRequestFilter, ContainerResponseFilter {

    private static final int RETRY_AFTER_SECONDS = 1;
    private static final String DEPENDS_ON = ConsistencyToken.HEADER + ", " + Preferences.HEADER;

    @Context
    ResourceInfo resource;

    @Context
    HttpServletRequest servletRequest;

    @Inject
    WaitingRoom room;

    @Override
    public void filter(ContainerRequestContext request) {
        if (Operations.isOne(request.getUriInfo())) {
            return;
        }
        var demand = demand(request);
        var model = ReadModels.of(resource);
        if (model.isEmpty()) {
            if (!demand.minVersions().isEmpty()) {
                throw Demand.noSingleAggregate();
            }
            return;
        }
        var wait = demand.of(model.get(), aggregateId(model.get(), request.getUriInfo()), room.limits());
        if (wait.isEmpty()) {
            return;
        }
        var sighting = await(wait.get());
        var applied = new StringJoiner(", ");
        if (demand.preferences().bound() != null) {
            applied.add("wait=" + bound(wait.get()));
        }
        var missing = sighting.missing();
        if (missing.isPresent() && demand.preferences().lenient()) {
            applied.add("handling=lenient");
            request.setProperty(AnswerHeaders.DATA_STALE, stale(sighting, missing.get()));
        }
        request.setProperty(Preferences.APPLIED, applied.toString());
        if (missing.isPresent() && !demand.preferences().lenient()) {
            throw new ProblemException(Problems.notYetVisible(sighting, missing.get()), RETRY_AFTER_SECONDS);
        }
    }

    private static Demand demand(ContainerRequestContext request) {
        return Demand.read(
                listed(request.getUriInfo().getQueryParameters().get(MinVersion.PARAMETER)),
                listed(request.getHeaders().get(ConsistencyToken.HEADER)),
                listed(request.getHeaders().get(Preferences.HEADER)));
    }

    private static List<String> listed(@Nullable List<String> values) {
        return values == null ? List.of() : values;
    }

    private @Nullable String aggregateId(ReadModel model, UriInfo uri) {
        if (model.aggregate().isEmpty()) {
            return null;
        }
        var id = uri.getPathParameters().getFirst(model.aggregate());
        if (id == null) {
            throw new IllegalStateException("@ReadModel of " + resource.getResourceMethod()
                    + " names the path parameter '" + model.aggregate() + "', which its @Path does not have.");
        }
        return id;
    }

    private Sighting await(Wait wait) {
        try {
            return EarlierWait.of(servletRequest, wait)
                    .orElseGet(() -> room.await(wait))
                    .toCompletableFuture()
                    .join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : e;
        }
    }

    private long bound(Wait wait) {
        return Math.min(wait.bound().toSeconds(), room.limits().longest().toSeconds());
    }

    private static String stale(Sighting sighting, AwaitedVersion missing) {
        return "requested=" + missing.version()
                + sighting.visibleVersion(missing.key())
                        .map(version -> "; visible=" + version)
                        .orElse("");
    }

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        if (ReadModels.of(resource).isEmpty()) {
            return;
        }
        var headers = response.getHeaders();
        headers.add(HttpHeaders.VARY, DEPENDS_ON);
        if (request.getProperty(AnswerHeaders.DATA_STALE) instanceof String stale) {
            headers.putSingle(AnswerHeaders.DATA_STALE, stale);
        }
        if (request.getProperty(Preferences.APPLIED) instanceof String applied && !applied.isEmpty()) {
            headers.putSingle(Preferences.APPLIED, applied);
        }
    }
}
