package dev.antiphon.events.ee.http;

import jakarta.ejb.ApplicationException;
import jakarta.ws.rs.core.Response;
import org.jspecify.annotations.Nullable;

/** Ends a request with a problem document of its own. */
@ApplicationException(rollback = true)
public class ProblemException extends RuntimeException {

    private final transient Problem problem;
    private final @Nullable Integer retryAfterSeconds;

    public ProblemException(Problem problem) {
        this(problem, null);
    }

    /** The same, with {@code Retry-After}. */
    public ProblemException(Problem problem, @Nullable Integer retryAfterSeconds) {
        super(problem.title(), null, false, false);
        this.problem = problem;
        this.retryAfterSeconds = retryAfterSeconds;
    }

    /** What the client is told. */
    public Problem problem() {
        return problem;
    }

    Response toResponse() {
        return retryAfterSeconds == null ? problem.toResponse() : problem.toResponse(retryAfterSeconds);
    }
}
