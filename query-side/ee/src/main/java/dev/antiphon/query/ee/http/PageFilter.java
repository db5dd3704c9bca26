package dev.antiphon.query.ee.http;

import dev.antiphon.query.Cursor;
import dev.antiphon.query.Page;
import dev.antiphon.query.PageRequest;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.Provider;
import java.util.StringJoiner;

/**
 * Answers a {@link Page} as an array with links to the pages beside it. The links are relative to the host, so that they
 * are right behind a proxy too.
 */
@Provider
public class PageFilter implements ContainerResponseFilter {

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        if (response.getEntity() instanceof Page<?> page) {
            response.setEntity(page.items());
            var links = new StringJoiner(", ");
            if (page.next() != null) {
                links.add(link(request.getUriInfo(), PageRequest.AFTER, page.next(), "next"));
            }
            if (page.previous() != null) {
                links.add(link(request.getUriInfo(), PageRequest.BEFORE, page.previous(), "prev"));
            }
            if (links.length() > 0) {
                response.getHeaders().add(HttpHeaders.LINK, links.toString());
            }
        }
    }

    private static String link(UriInfo here, String parameter, Cursor place, String relation) {
        var uri = here.getRequestUriBuilder()
                .replaceQueryParam(PageRequest.AFTER)
                .replaceQueryParam(PageRequest.BEFORE)
                .queryParam(parameter, place)
                .build();
        return "<" + uri.getRawPath() + "?" + uri.getRawQuery() + ">; rel=\"" + relation + "\"";
    }
}
