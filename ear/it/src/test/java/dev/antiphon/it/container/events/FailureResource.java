package dev.antiphon.it.container.events;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.antiphon.events.context.CallContext;
import dev.antiphon.events.ee.http.Problem;
import dev.antiphon.events.ee.http.ProblemException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.sql.SQLException;
import java.util.Map;

/** Fails in each way that resources fail. */
@Path("failures")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class FailureResource {

    static final String SECRET = "hunter2";

    @GET
    @Path("fault")
    public String fault() {
        throw new IllegalStateException("jdbc:postgresql://internal/write?password=" + SECRET);
    }

    @GET
    @Path("error")
    public String error() {
        throw new AssertionError(SECRET);
    }

    @GET
    @Path("statement")
    public String statement() throws SQLException {
        throw new SQLException("relation \"" + SECRET + "\" does not exist", "42P01");
    }

    @GET
    @Path("database")
    public String database() {
        throw new IllegalStateException("wrapped", new SQLException("Connection to " + SECRET + " refused", "08001"));
    }

    /** JSON of ours that cannot be read, as from a table. */
    @GET
    @Path("json")
    public JsonNode json() throws JsonProcessingException {
        return new ObjectMapper().readTree("{" + SECRET);
    }

    @GET
    @Path("unwritable")
    public Unwritable unwritable() {
        return new Unwritable();
    }

    /** An answer that cannot be written. */
    public static final class Unwritable {

        public String getText() {
            throw new IllegalStateException(SECRET);
        }
    }

    @GET
    @Path("problem")
    public String problem() {
        throw new ProblemException(
                Problem.of(409, "parcel-gone", "The parcel is gone", "It was sent at noon.")
                        .with(Map.of("currentVersion", 7)),
                3);
    }

    @GET
    @Path("none")
    public CallContext none() {
        return CallContext.current();
    }
}
