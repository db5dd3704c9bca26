package dev.antiphon.events.ee.http;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.HttpHeaders;

/** Answers with an entity tag, and with nothing else to who has it: 304. */
public final class ConditionalGet {

    private ConditionalGet() {}

    /** @param request a GET or HEAD whose answer is made */
    public static void answer(ContainerRequestContext request, ContainerResponseContext response, EntityTag tag) {
        response.getHeaders().putSingle(HttpHeaders.ETAG, tag);
        if (request.getHeaderString(HttpHeaders.IF_NONE_MATCH) == null) {
            return;
        }
        var unchanged = request.getRequest().evaluatePreconditions(tag);
        if (unchanged != null) {
            response.setStatusInfo(unchanged.build().getStatusInfo());
            response.setEntity(null);
        }
    }
}
