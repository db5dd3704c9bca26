package dev.antiphon.command.ee.http;

import dev.antiphon.command.Command;
import dev.antiphon.command.CommandGateway;
import dev.antiphon.command.CommandResult;
import dev.antiphon.events.ConsistencyToken;
import dev.antiphon.events.ee.http.AnswerHeaders;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;

/**
 * Sends commands for JAX-RS resources and makes their answers: {@code {"id","version"}}, {@code ETag} {@code
 * X-Aggregate-Version}, a {@code Consistency-Token} for queries that must see it (rule S5) and, where the resource is
 * annotated with {@link ReadModelAt}, a {@code Link} to its read model. When the answer is made, aggregate and events are committed.
 */
@ApplicationScoped
public class Commands {

    static final String REPLAYED = "Idempotency-Replayed";

    @Inject
    CommandGateway gateway;

    /** The body of an answer. */
    public record Answer(String id, long version) {}

    /** Sends a command that makes an aggregate: 201 with {@code Location}, the id behind the request's path. */
    public Response create(Command command, UriInfo request) {
        var result = gateway.send(command);
        return answer(
                Response.created(
                        request.getAbsolutePathBuilder().segment(result.id()).build()),
                result);
    }

    /** Sends a command that changes an aggregate: 200. */
    public Response send(Command command) {
        return answer(Response.ok(), gateway.send(command));
    }

    private static Response answer(Response.ResponseBuilder response, CommandResult result) {
        response.type(MediaType.APPLICATION_JSON_TYPE)
                .entity(new Answer(result.id(), result.version()))
                .tag(new EntityTag(Long.toString(result.version())))
                .header(AnswerHeaders.AGGREGATE_VERSION, result.version())
                .header(
                        ConsistencyToken.HEADER,
                        new ConsistencyToken(result.aggregateType(), result.id(), result.version()));
        return (result.replayed() ? response.header(REPLAYED, true) : response).build();
    }
}
