package dev.antiphon.query.ee.http;

import dev.antiphon.query.ReadModel;
import dev.antiphon.query.RowNotFoundException;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriBuilder;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.util.HashMap;

/** 404 that says that the row may be on its way, and where the answer is to be had at once. */
@Provider
public class RowNotFoundMapper implements ExceptionMapper<RowNotFoundException> {

    @Context
    ResourceInfo resource;

    @Context
    UriInfo uri;

    @Override
    public Response toResponse(RowNotFoundException failure) {
        var immediate = ReadModels.of(resource)
                .map(ReadModel::immediate)
                .filter(template -> !template.isEmpty())
                .map(this::filledIn)
                .orElse("");
        return Problems.notFound(immediate).toResponse();
    }

    private String filledIn(String template) {
        var values = new HashMap<String, Object>();
        uri.getPathParameters().forEach((name, given) -> values.put(name, given.get(0)));
        return UriBuilder.fromPath(template).buildFromMap(values).toString();
    }
}
