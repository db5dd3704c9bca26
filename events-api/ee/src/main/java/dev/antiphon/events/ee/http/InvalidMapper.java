package dev.antiphon.events.ee.http;

import jakarta.validation.ConstraintViolationException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.util.Comparator;

/**
 * Violated Jakarta Validation, all of it at once, each with its place. A mapper of its own: servers bring one for the
 * exception's parent, which would otherwise be nearer than {@link ProblemMapper}.
 */
@Provider
public class InvalidMapper implements ExceptionMapper<ConstraintViolationException> {

    @Override
    public Response toResponse(ConstraintViolationException failure) {
        return invalid(failure);
    }

    static Response invalid(ConstraintViolationException failure) {
        var errors = failure.getConstraintViolations().stream()
                .map(violation ->
                        new Problem.FieldError(JsonPointer.of(violation.getPropertyPath()), violation.getMessage()))
                .sorted(Comparator.comparing(Problem.FieldError::pointer))
                .toList();
        return Problem.of(
                        422,
                        "invalid-command",
                        "The request breaks rules",
                        "Every refused place is named in errors. Nothing has changed.",
                        errors)
                .toResponse();
    }
}
