package dev.antiphon.events.ee.http;

import dev.antiphon.events.Masked;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.ElementKind;
import jakarta.validation.Path;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * Violated Jakarta Validation, all of it at once, each with its place. A mapper of its own: servers bring one for the
 * exception's parent, which would otherwise be nearer than {@link ProblemMapper}.
 */
@Provider
public class InvalidMapper implements ExceptionMapper<ConstraintViolationException> {

    static final String MISSING = "is missing";

    private static final Set<String> REQUIRED = Set.of(
            "{jakarta.validation.constraints.NotNull.message}",
            "{jakarta.validation.constraints.NotBlank.message}",
            "{jakarta.validation.constraints.NotEmpty.message}");

    @Override
    public Response toResponse(ConstraintViolationException failure) {
        return invalid(failure);
    }

    static Response invalid(ConstraintViolationException failure) {
        return problem(failure).toResponse();
    }

    static Problem problem(ConstraintViolationException failure) {
        return problem(failure.getConstraintViolations().stream()
                .map(InvalidMapper::error)
                .toList());
    }

    static Problem problem(List<Problem.FieldError> errors) {
        return Problem.of(
                422,
                "invalid-command",
                "The request breaks rules",
                "Every refused place is named in errors. Nothing has changed.",
                errors.stream()
                        .sorted(Comparator.comparing(Problem.FieldError::pointer))
                        .toList());
    }

    static Problem.FieldError error(ConstraintViolation<?> violation) {
        return new Problem.FieldError(
                JsonPointer.of(violation.getPropertyPath()), isMissing(violation) ? MISSING : detail(violation));
    }

    /** Null where it must not be, in no words of the application's own. */
    private static boolean isMissing(ConstraintViolation<?> violation) {
        return violation.getInvalidValue() == null && REQUIRED.contains(violation.getMessageTemplate());
    }

    /** A constraint's message may repeat the refused value, which is not told where it is sensitive (rule E8). */
    private static String detail(ConstraintViolation<?> violation) {
        var names = StreamSupport.stream(violation.getPropertyPath().spliterator(), false)
                .filter(node -> node.getKind() == ElementKind.PROPERTY)
                .map(Path.Node::getName)
                .toList();
        var value = String.valueOf(violation.getInvalidValue());
        var repeats = violation.getMessageTemplate().contains("validatedValue")
                || !value.isEmpty() && violation.getMessage().contains(value);
        return repeats && isSensitive(violation, names) ? "is not valid" : violation.getMessage();
    }

    /** The constraints of a command are those of its own bean; those of a resource's method lead to it. */
    private static boolean isSensitive(ConstraintViolation<?> violation, List<String> names) {
        var root = violation.getRootBeanClass();
        var leaf = violation.getLeafBean();
        return Masked.isNeededAt(root, names)
                || leaf != null
                        && !names.isEmpty()
                        && Masked.isNeededAt(leaf.getClass(), names.subList(names.size() - 1, names.size()));
    }
}
