package dev.antiphon.events.ee.http;

import dev.antiphon.events.ee.config.WarSettings;
import dev.antiphon.events.settings.CommonSettings;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.ext.Provider;

/** 413 for a body over the limit, whether its length is told before or it comes in chunks. */
@Provider
@ApplicationScoped
@Priority(200)
public class BodyLimitFilter implements ContainerRequestFilter {

    /** 0 until it is read. */
    private int limit;

    /** Reads the setting, so that an unreadable one stops the deployment and not the first request. */
    void start(@Observes Startup event) {
        limit();
    }

    private int limit() {
        if (limit == 0) {
            limit = WarSettings.ofThisApplication().bytes(CommonSettings.MAX_BODY);
        }
        return limit;
    }

    @Override
    public void filter(ContainerRequestContext request) {
        if (request.getLength() > limit()) {
            throw LimitedBody.tooLarge(limit());
        }
        request.setEntityStream(new LimitedBody(request.getEntityStream(), limit()));
    }
}
