package dev.antiphon.events.ee.health;

import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Health of this war: {@code live} as long as it answers at all, {@code ready} when every {@link HealthCheck} is up. */
@Path("health")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class HealthResource {

    /** The body of both answers. */
    public record Health(String status, List<Check> checks) {}

    /** One line of it. */
    public record Check(String name, String status, Map<String, Object> data) {}

    @Inject
    @Any
    Instance<HealthCheck> checks;

    @GET
    @Path("live")
    public Health live() {
        return new Health("UP", List.of());
    }

    @GET
    @Path("ready")
    public Response ready() {
        var results = new ArrayList<Check>();
        var up = true;
        for (var check : checks.handles()) {
            var result = ask(check);
            up &= result.up();
            results.add(new Check(result.name(), status(result.up()), result.data()));
        }
        return Response.status(up ? 200 : 503)
                .entity(new Health(status(up), results))
                .build();
    }

    private static HealthCheck.Result ask(Instance.Handle<HealthCheck> check) {
        try {
            return check.get().check();
        } catch (RuntimeException e) {
            return new HealthCheck.Result(
                    check.getBean().getBeanClass().getSimpleName(),
                    false,
                    Map.of("error", String.valueOf(e.getMessage())));
        }
    }

    private static String status(boolean up) {
        return up ? "UP" : "DOWN";
    }
}
