package dev.antiphon.query.ee.http;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.ext.Provider;

/** Declares eventual consistency on every answer, errors included (rule S4). */
@Provider
public class FreshnessFilter implements ContainerResponseFilter {

    /** Says which store answered: {@code eventual} the read model, {@code immediate} the write store. */
    public static final String HEADER = "X-Data-Freshness";

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        if (!Operations.isOne(request.getUriInfo())) {
            response.getHeaders().putSingle(HEADER, "eventual");
        }
    }
}
