package dev.antiphon.events.ee.http;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A request's body is not the JSON that is expected: 400, with the place. Apart from Jackson's own exceptions, which are
 * also thrown where JSON of ours cannot be read or written, for which no client is to blame.
 */
final class UnreadableBodyException extends RuntimeException {

    private final transient JsonProcessingException failure;

    private final transient List<Problem.FieldError> incomplete;

    UnreadableBodyException(JsonProcessingException failure) {
        this(failure, List.of());
    }

    /** The same where fields are missing: 422 that names all of them, as for those that Jakarta Validation misses. */
    UnreadableBodyException(JsonProcessingException failure, List<Problem.FieldError> incomplete) {
        super("The body of a request cannot be read", null, false, false); // Jackson's text would repeat what is in it
        this.failure = failure;
        this.incomplete = incomplete;
    }

    Response toResponse() {
        return problem().toResponse();
    }

    /** Tells the place and never the value. */
    Problem problem() {
        if (!incomplete.isEmpty()) {
            return InvalidMapper.problem(incomplete);
        }
        if (isMalformed()) {
            return Problem.of(400, "malformed-json", "The body is not JSON", "The JSON is malformed" + where() + ".");
        }
        var pointer = pointer();
        var detail = detail();
        return Problem.of(
                400,
                "unreadable-body",
                "The body cannot be read",
                (pointer.isEmpty() ? "The body as a whole " : "The value at " + pointer + " ") + detail + where() + ".",
                List.of(new Problem.FieldError(pointer, detail)));
    }

    private String detail() {
        if (failure instanceof UnrecognizedPropertyException) {
            return "is not known here";
        }
        if (failure instanceof MismatchedInputException mismatch
                && mismatch.getTargetType() != null
                && mismatch.getTargetType().isEnum()) {
            return Stream.of(mismatch.getTargetType().getEnumConstants())
                    .map(constant -> JsonProvider.MAPPER.convertValue(constant, String.class))
                    .collect(Collectors.joining(", ", "must be one of ", ""));
        }
        return "cannot be read: a value of another type or form is expected";
    }

    /** Broken JSON inside of an object comes with the path to that object, but is broken all the same. */
    private boolean isMalformed() {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof JsonParseException) {
                return true;
            }
        }
        return !(failure instanceof JsonMappingException);
    }

    private String pointer() {
        return ((JsonMappingException) failure)
                .getPath().stream()
                        .map(step -> step.getFieldName() != null
                                ? JsonPointer.escape(step.getFieldName())
                                : Integer.toString(step.getIndex()))
                        .map(step -> "/" + step)
                        .collect(Collectors.joining());
    }

    private String where() {
        var location = failure.getLocation();
        return location == null ? "" : " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")";
    }
}
