package dev.antiphon.events.ee.http;

import jakarta.validation.ConstraintViolationException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns every exception that leaves a resource into a problem document: no stack trace and no internal name reaches a
 * client. What is our fault is logged with its trace; what is the client's is not.
 */
@Provider
public class ProblemMapper implements ExceptionMapper<Throwable> {

    private static final Logger LOG = LoggerFactory.getLogger(ProblemMapper.class);
    private static final int RETRY_AFTER_SECONDS = 2;

    @Override
    public Response toResponse(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ProblemException problem) {
                return problem.toResponse();
            }
            if (cause instanceof UnreadableBodyException unreadable) {
                return unreadable.toResponse();
            }
            if (cause instanceof ConstraintViolationException violations) {
                return InvalidMapper.invalid(violations);
            }
            if (cause instanceof WebApplicationException web) {
                return http(web);
            }
        }
        if (Unavailable.isCauseOf(failure)) {
            LOG.warn("The database is away: {}", failure.getMessage());
            return Problem.of(
                            503,
                            "database-unavailable",
                            "The database is away",
                            "Send the same request again, with the same Idempotency-Key; without one, look first whether it took effect.")
                    .toResponse(RETRY_AFTER_SECONDS);
        }
        return fault(failure);
    }

    /** 500 for what is our fault, whatever it is; logged with its trace, which the client does not see. */
    public static Response fault(Throwable failure) {
        LOG.error("A request failed", failure);
        return Problem.of(500, "internal-error", "The server failed", "The fault is logged under the Correlation-Id.")
                .toResponse();
    }

    private static Response http(WebApplicationException failure) {
        var status = failure.getResponse().getStatus();
        // Some servers ask mappers about an answer that is complete, others send it as it is.
        var type = failure.getResponse().getMediaType();
        if (status < 400 || type != null && Problem.MEDIA_TYPE.equals(type.toString())) {
            return failure.getResponse();
        }
        var answer = Response.fromResponse(Problem.ofStatus(status).toResponse());
        var allow = failure.getResponse().getHeaderString(HttpHeaders.ALLOW);
        return (allow == null ? answer : answer.header(HttpHeaders.ALLOW, allow)).build();
    }
}
