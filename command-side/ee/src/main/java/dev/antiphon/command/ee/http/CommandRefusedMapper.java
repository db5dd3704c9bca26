package dev.antiphon.command.ee.http;

import dev.antiphon.command.CommandRefusedException;
import dev.antiphon.events.ee.http.Problem;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Refused commands as problem documents; the reason decides the status. */
@Provider
public class CommandRefusedMapper implements ExceptionMapper<CommandRefusedException> {

    private static final int RETRY_AFTER_SECONDS = 1;

    @Override
    public Response toResponse(CommandRefusedException refusal) {
        var errors = refusal.violations().stream()
                .map(violation -> new Problem.FieldError(violation.pointer(), violation.detail()))
                .toList();
        var problem = switch (refusal.reason()) {
            case RULE ->
                Problem.of(422, refusal.code(), "A rule of the domain forbids it", refusal.getMessage(), errors);
            case NOT_FOUND -> Problem.of(404, refusal.code(), "Not found", refusal.getMessage());
            case ALREADY_EXISTS -> Problem.of(409, refusal.code(), "Exists already", refusal.getMessage());
            case VERSION_MOVED -> versionMoved(refusal);
            case CONFLICT -> Problem.of(409, refusal.code(), "Conflict", refusal.getMessage());
            case IN_PROGRESS -> Problem.of(409, refusal.code(), "Still running", refusal.getMessage());
            case EVENT_TOO_LARGE -> Problem.of(422, refusal.code(), "An event is too large", refusal.getMessage());
            case KEY_REUSED -> Problem.of(422, refusal.code(), "Idempotency key used before", refusal.getMessage());
        };
        return switch (refusal.reason()) {
            case CONFLICT, IN_PROGRESS -> problem.toResponse(RETRY_AFTER_SECONDS);
            case VERSION_MOVED -> tagged(problem, refusal.currentVersion());
            default -> refusal.replayed() ? replayed(problem) : problem.toResponse();
        };
    }

    private static Problem versionMoved(CommandRefusedException refusal) {
        var problem = Problem.of(412, refusal.code(), "The version has moved", refusal.getMessage());
        return refusal.currentVersion() == null
                ? problem
                : problem.with(Map.of("currentVersion", refusal.currentVersion()));
    }

    private static Response tagged(Problem problem, @Nullable Long version) {
        var response = Response.fromResponse(problem.toResponse());
        return (version == null ? response : response.tag(new EntityTag(Long.toString(version)))).build();
    }

    private static Response replayed(Problem problem) {
        return Response.fromResponse(problem.toResponse())
                .header(Commands.REPLAYED, true)
                .build();
    }
}
