package dev.antiphon.query.ee.waiting;

import dev.antiphon.events.ConsistencyToken;
import dev.antiphon.query.InvalidParameterException;
import dev.antiphon.query.waiting.MinVersion;
import dev.antiphon.query.waiting.NoPlaceException;
import dev.antiphon.query.waiting.Preferences;
import dev.antiphon.query.waiting.Sighting;
import dev.antiphon.query.waiting.WaitingRoom;
import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends a query with {@code minVersion} or a {@code Consistency-Token} to the waiting room and frees its thread; when the wait is over, however, the
 * request goes on to JAX-RS, where {@link dev.antiphon.query.ee.http.ConsistencyFilter} judges it. Answers nothing
 * itself.
 */
public class WaitingFilter extends HttpFilter {

    private static final Logger LOG = LoggerFactory.getLogger(WaitingFilter.class);
    private static final Set<String> METHODS = Set.of("GET", "HEAD");

    /** The waiting room has a bound of its own. */
    private static final long NO_TIMEOUT = 0;

    @Inject
    transient WaitingRoom room;

    @Inject
    transient Instance<RequestContextController> requestContexts;

    private transient ReadRoutes routes;

    @Override
    public void init() {
        routes = (ReadRoutes) getServletContext().getAttribute(ReadRoutes.class.getName());
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request.getDispatcherType() == DispatcherType.ASYNC) {
            proceed(SameRequest.of(request), response, chain);
            return;
        }
        var wait = request.isAsyncSupported() ? begin(request) : Optional.<CompletionStage<Sighting>>empty();
        if (wait.isEmpty()) {
            chain.doFilter(request, response);
            return;
        }
        SameRequest.note(request);
        var async = request.startAsync(request, response);
        async.setTimeout(NO_TIMEOUT);
        wait.get().whenComplete((sighting, failure) -> goOn(async));
    }

    /** With a CDI request context also on servers that give none to the thread on which a request goes on. */
    private void proceed(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        var context = requestContexts.get();
        var activated = context.activate();
        try {
            chain.doFilter(request, response);
        } finally {
            if (activated) {
                context.deactivate();
            }
            requestContexts.destroy(context);
        }
    }

    private Optional<CompletionStage<Sighting>> begin(HttpServletRequest request) {
        if (!METHODS.contains(request.getMethod())) {
            return Optional.empty();
        }
        var minVersions = request.getParameterValues(MinVersion.PARAMETER);
        var tokens = Collections.list(request.getHeaders(ConsistencyToken.HEADER));
        if (minVersions == null && tokens.isEmpty()) {
            return Optional.empty();
        }
        var path = request.getRequestURI().substring(request.getContextPath().length());
        try {
            var demand = Demand.read(
                    minVersions == null ? List.of() : List.of(minVersions),
                    tokens,
                    Collections.list(request.getHeaders(Preferences.HEADER)));
            return routes.find(path)
                    .flatMap(target -> demand.of(target.model(), target.aggregateId(), room.limits()))
                    .map(wait -> {
                        var end = room.await(wait);
                        new EarlierWait(wait, end).keepWith(request);
                        return end;
                    });
        } catch (InvalidParameterException | NoPlaceException e) {
            return Optional.empty();
        }
    }

    private static void goOn(AsyncContext async) {
        try {
            async.dispatch();
        } catch (IllegalStateException e) {
            LOG.debug("A client went away while its query waited", e);
        }
    }
}
