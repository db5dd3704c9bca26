package dev.antiphon.query.ee.http;

import dev.antiphon.events.ee.http.AnswerHeaders;
import dev.antiphon.query.Reflected;
import dev.antiphon.query.Versioned;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.Provider;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/**
 * Tells of an answer about one aggregate which version it reflects, when the projection applied that, and how old that
 * is (rule S4). The version is the row's own where it is {@link Versioned}, else the projection's.
 */
@Provider
public class ReflectedFilter implements ContainerRequestFilter, ContainerResponseFilter {

    @Context
    ResourceInfo resource;

    @Override
    public void filter(ContainerRequestContext request) {
        Reflected.end();
        ReadModels.of(resource)
                .filter(model -> !model.aggregate().isEmpty())
                .ifPresent(model -> Optional.ofNullable(
                                request.getUriInfo().getPathParameters().getFirst(model.aggregate()))
                        .ifPresent(id -> Reflected.ask(model.projection(), id)));
    }

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        var reflected = Reflected.end();
        if (response.getStatus() != Response.Status.OK.getStatusCode()) {
            return;
        }
        var headers = response.getHeaders();
        reflected.ifPresent(told -> {
            headers.putSingle(AnswerHeaders.AGGREGATE_VERSION, told.version());
            headers.putSingle(AnswerHeaders.APPLIED_AT, told.appliedAt());
            headers.putSingle(AnswerHeaders.DATA_AGE, seconds(told.age()));
        });
        if (response.getEntity() instanceof Versioned row) {
            headers.putSingle(AnswerHeaders.AGGREGATE_VERSION, row.version());
        }
    }

    private static String seconds(Duration age) {
        return BigDecimal.valueOf(Math.max(0, age.toMillis()), 3).toPlainString();
    }
}
