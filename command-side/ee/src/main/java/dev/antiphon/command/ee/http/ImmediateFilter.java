package dev.antiphon.command.ee.http;

import dev.antiphon.events.ee.http.AnswerHeaders;
import dev.antiphon.events.ee.http.ConditionalGet;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.ext.Provider;

/** Says on every answer that it comes from the write store (rule S4), and which version a read one has. */
@Provider
public class ImmediateFilter implements ContainerResponseFilter {

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        response.getHeaders().putSingle(AnswerHeaders.DATA_FRESHNESS, "immediate");
        if (HttpMethod.GET.equals(request.getMethod()) && response.getEntity() instanceof Versioned body) {
            response.getHeaders().putSingle(AnswerHeaders.AGGREGATE_VERSION, body.version());
            ConditionalGet.answer(request, response, new EntityTag(Long.toString(body.version())));
        }
    }
}
