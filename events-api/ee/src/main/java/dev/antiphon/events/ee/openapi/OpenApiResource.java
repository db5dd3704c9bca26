package dev.antiphon.events.ee.openapi;

import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;

/** The OpenAPI document of this war, as the build made it; JSON, or YAML for who asks for it. */
@Path("openapi")
@RequestScoped
public class OpenApiResource {

    private static final String YAML = "application/yaml";
    private static final String PLACE = "META-INF/antiphon/openapi.";

    @GET
    @Produces(MediaType.APPLICATION_JSON)
    public Response json() throws IOException {
        return document("json");
    }

    @GET
    @Produces(YAML)
    public Response yaml() throws IOException {
        return document("yaml");
    }

    private static Response document(String form) throws IOException {
        try (var document = Thread.currentThread().getContextClassLoader().getResourceAsStream(PLACE + form)) {
            if (document == null) {
                throw new NotFoundException();
            }
            return Response.ok(document.readAllBytes()).build();
        }
    }
}
