package dev.antiphon.events.ee.http;

import dev.antiphon.events.Headers;
import dev.antiphon.events.context.CallContext;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The war's error page: errors that the server finds before or beside JAX-RS are problem documents too. */
public class ProblemServlet extends HttpServlet {

    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer code && code >= 400
                ? code
                : NOT_FOUND;
        if (!response.containsHeader(Headers.CORRELATION_ID)) {
            var call = CallContext.of(
                    request.getHeader(Headers.CORRELATION_ID),
                    null,
                    request.getHeader(Headers.TRACEPARENT),
                    request.getHeader(Headers.TRACESTATE));
            response.setHeader(Headers.CORRELATION_ID, call.correlationId());
        }
        response.setStatus(status);
        response.setContentType(Problem.MEDIA_TYPE);
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        response.getOutputStream().write(problem(status, request).toJson().getBytes(StandardCharsets.UTF_8));
    }

    /** Some servers refuse a URL with text that cannot be kept before JAX-RS sees it. */
    private static Problem problem(int status, HttpServletRequest request) {
        return status == BAD_REQUEST && request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) instanceof String uri
                ? RequestUriFilter.flaw(uri, request.getQueryString()).orElseGet(() -> Problem.ofStatus(status))
                : Problem.ofStatus(status);
    }
}
