package dev.antiphon.query.ee.http;

import dev.antiphon.query.changes.ChangeStream;
import dev.antiphon.query.changes.ChangeTail;
import dev.antiphon.query.ee.streaming.RequestedStream;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;
import java.lang.annotation.Annotation;

/**
 * Hands a {@link ChangeStream} on to {@link dev.antiphon.query.ee.streaming.StreamingFilter}, which sends it; 503 with
 * {@code Retry-After} where too many clients listen already.
 */
@Provider
@ApplicationScoped
public class ChangeStreamFilter implements ContainerResponseFilter {

    private static final String LAST_EVENT_ID = "Last-Event-ID";
    private static final int RETRY_AFTER_SECONDS = 5;

    @Context
    HttpServletRequest servletRequest;

    @Inject
    ChangeTail tail;

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        if (!(response.getEntity() instanceof ChangeStream<?> stream)) {
            return;
        }
        if (tail.isFull()) {
            var refusal = Problems.tooManyListening().toResponse(RETRY_AFTER_SECONDS);
            response.setStatus(refusal.getStatus());
            response.setEntity(refusal.getEntity(), new Annotation[0], refusal.getMediaType());
            response.getHeaders().putSingle(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
            return;
        }
        response.setEntity(null);
        response.setStatus(200);
        new RequestedStream(stream, request.getHeaderString(LAST_EVENT_ID)).keepWith(servletRequest);
    }
}
