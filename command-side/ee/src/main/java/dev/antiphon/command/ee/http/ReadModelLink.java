package dev.antiphon.command.ee.http;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.UriBuilder;
import jakarta.ws.rs.ext.Provider;

/** Links the answer of a command to the read model of the aggregate: {@code Link: …; rel="alternate"}. */
@Provider
public class ReadModelLink implements ContainerResponseFilter {

    @Context
    ResourceInfo resource;

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        var type = resource.getResourceClass();
        if (type != null && response.getEntity() instanceof Commands.Answer answer) {
            var place = type.getAnnotation(ReadModelAt.class);
            if (place != null) {
                var uri = UriBuilder.fromUri(place.value()).build(answer.id());
                response.getHeaders()
                        .add(
                                HttpHeaders.LINK,
                                "<" + uri.toASCIIString() + ">; rel=\"alternate\"; title=\"read model\"");
            }
        }
    }
}
