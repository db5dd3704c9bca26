package dev.antiphon.query.ee.http;

import dev.antiphon.events.ee.http.AnswerHeaders;
import dev.antiphon.query.Versioned;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;

/** Answers the version of a {@link Versioned} row as header and as entity tag. */
@Provider
public class RowFilter implements ContainerResponseFilter {

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        if (response.getEntity() instanceof Versioned row) {
            response.getHeaders().putSingle(AnswerHeaders.AGGREGATE_VERSION, row.version());
            response.getHeaders().putSingle(HttpHeaders.ETAG, "\"" + row.version() + "\"");
        }
    }
}
