package dev.antiphon.query.ee.streaming;

import dev.antiphon.query.changes.ChangeTail;
import jakarta.inject.Inject;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Goes on with the answer where a resource method has returned a stream of changes. All that JAX-RS does with a request
 * has been done by then; its filters have run, and its headers are set.
 */
public class StreamingFilter extends HttpFilter {

    @Inject
    transient ChangeTail tail;

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!request.getMethod().equals("GET")) {
            chain.doFilter(request, response);
            return;
        }
        chain.doFilter(request, new HeldResponse(request, response));
        var requested = RequestedStream.of(request);
        if (requested.isPresent()) {
            var outlet = EventOutlet.open(request, response);
            if (!tail.listen(requested.get().stream(), outlet, requested.get().lastEventId())) {
                outlet.close();
            }
        }
    }
}
