package dev.antiphon.events.ee.openapi;

import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;

/** The OpenAPI document of this war, as the build made it; JSON, or YAML for who asks for it. */
@Path("openapi")
@RequestScoped
public class OpenApiResource {

    private static final String YAML = "application/yaml";
    private static final String PLACE = "META-INF/antiphon/openapi.";

    /** One method for both forms: between two, servers choose differently where a client takes anything. */
    @GET
    @Produces({MediaType.APPLICATION_JSON, YAML})
    public Response document(@Context HttpHeaders headers) throws IOException {
        var json = headers.getAcceptableMediaTypes().stream()
                .filter(type -> type.isCompatible(MediaType.APPLICATION_JSON_TYPE)
                        || type.isCompatible(MediaType.valueOf(YAML)))
                .findFirst()
                .map(type -> type.isCompatible(MediaType.APPLICATION_JSON_TYPE))
                .orElse(true);
        var place = PLACE + (json ? "json" : "yaml");
        try (var document = Thread.currentThread().getContextClassLoader().getResourceAsStream(place)) {
            if (document == null) {
                throw new NotFoundException();
            }
            return Response.ok(document.readAllBytes(), json ? MediaType.APPLICATION_JSON : YAML)
                    .header(HttpHeaders.VARY, HttpHeaders.ACCEPT)
                    .build();
        }
    }
}
