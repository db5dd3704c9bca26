package dev.antiphon.query.ee.http;

import dev.antiphon.query.Page;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;

/**
 * Answers a {@link Page} as an array with a link to the next one. The link is relative to the host, so that it is right
 * behind a proxy too.
 */
@Provider
public class PageFilter implements ContainerResponseFilter {

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        if (response.getEntity() instanceof Page<?> page) {
            response.setEntity(page.items());
            var next = page.next();
            if (next != null) {
                var uri = request.getUriInfo()
                        .getRequestUriBuilder()
                        .replaceQueryParam(Page.AFTER, next)
                        .build();
                response.getHeaders()
                        .putSingle(
                                HttpHeaders.LINK, "<" + uri.getRawPath() + "?" + uri.getRawQuery() + ">; rel=\"next\"");
            }
        }
    }
}
