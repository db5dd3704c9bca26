package dev.antiphon.events.ee.http;

import dev.antiphon.events.Headers;
import dev.antiphon.events.context.CallContext;
import jakarta.annotation.Priority;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.ext.Provider;
import org.slf4j.MDC;

/**
 * Binds correlation id and trace of a request to its thread, answers the correlation id, and puts it on every log line
 * as {@code correlationId}.
 */
@Provider
@PreMatching
@Priority(100)
public class CallContextFilter implements ContainerRequestFilter, ContainerResponseFilter {

    private static final String CONTEXT = CallContext.class.getName();
    private static final String SCOPE = CallContext.Scope.class.getName();
    private static final String MDC_KEY = "correlationId";

    @Override
    public void filter(ContainerRequestContext request) {
        var context = CallContext.of(
                request.getHeaderString(Headers.CORRELATION_ID),
                null,
                request.getHeaderString(Headers.TRACEPARENT),
                request.getHeaderString(Headers.TRACESTATE));
        request.setProperty(CONTEXT, context);
        request.setProperty(SCOPE, context.open());
        MDC.put(MDC_KEY, context.correlationId());
    }

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        if (request.getProperty(CONTEXT) instanceof CallContext context) {
            response.getHeaders().putSingle(Headers.CORRELATION_ID, context.correlationId());
        }
        if (request.getProperty(SCOPE) instanceof CallContext.Scope scope) {
            scope.close();
        }
        MDC.clear();
    }
}
