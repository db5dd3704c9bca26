package dev.antiphon.query.ee.http;

import dev.antiphon.events.ee.http.AnswerHeaders;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.ext.Provider;

/** Declares eventual consistency on every answer, errors included (rule S4). */
@Provider
public class FreshnessFilter implements ContainerResponseFilter {

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        if (!Operations.isOne(request.getUriInfo())) {
            response.getHeaders().putSingle(AnswerHeaders.DATA_FRESHNESS, "eventual");
        }
    }
}
