package dev.antiphon.events.ee.http;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A problem document (RFC 9457): the only form in which a client sees an error.
 *
 * @param type stable, {@code urn:antiphon:problem:<slug>}
 * @param title the same for every problem of the type
 * @param status the HTTP status
 * @param detail what happened, to what, and what to do
 * @param errors the places in the request that are refused, all at once; empty where none is to blame
 * @param extensions further members, such as {@code currentVersion}
 */
public record Problem(
        String type,
        String title,
        int status,
        @Nullable String detail,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<FieldError> errors,
        @JsonAnyGetter Map<String, Object> extensions) {

    public static final String MEDIA_TYPE = "application/problem+json";

    /**
     * One refused place.
     *
     * @param pointer JSON pointer into the request's body
     * @param detail what is wrong there
     */
    public record FieldError(String pointer, String detail) {}

    /** A problem without named places. */
    public static Problem of(int status, String slug, String title, @Nullable String detail) {
        return of(status, slug, title, detail, List.of());
    }

    /** A problem that names the refused places. */
    public static Problem of(int status, String slug, String title, @Nullable String detail, List<FieldError> errors) {
        return new Problem("urn:antiphon:problem:" + slug, title, status, detail, errors, Map.of());
    }

    /** What there is to say of a status alone; its slug is made of the name that HTTP gives it. */
    static Problem ofStatus(int status) {
        if (status == 500) {
            return of(status, "internal-error", "The server failed", "The fault is in the log of the server.");
        }
        var known = Response.Status.fromStatusCode(status);
        var title = known != null ? known.getReasonPhrase() : "Error " + status;
        var detail = switch (status) {
            case 404 -> "There is nothing at this path.";
            case 405 -> "The path is right, but not for this method; the header Allow names those that are.";
            case 406 -> "What the header Accept asks for is not written here. Ask for application/json.";
            case 415 -> "Such a body is not read here. Send JSON, with Content-Type: application/json.";
            default -> null;
        };
        return of(status, title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-"), title, detail);
    }

    /** The same with further members. */
    public Problem with(Map<String, Object> more) {
        return new Problem(type, title, status, detail, errors, more);
    }

    /** The document as text. */
    public String toJson() {
        try {
            return JsonProvider.MAPPER.writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A problem document cannot be written", e);
        }
    }

    /** The answer that carries this document; never cached. */
    public Response toResponse() {
        return builder().build();
    }

    /** The same, saying that the client may try again after that many seconds. */
    public Response toResponse(int retryAfterSeconds) {
        return builder().header(HttpHeaders.RETRY_AFTER, retryAfterSeconds).build();
    }

    private String reason() {
        var known = Response.Status.fromStatusCode(status);
        return known != null ? known.getReasonPhrase() : title;
    }

    private Response.ResponseBuilder builder() {
        return Response.status(status, reason())
                .type(MEDIA_TYPE)
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .entity(toJson());
    }
}
