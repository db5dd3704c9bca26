package dev.antiphon.events.ee.http;

import jakarta.annotation.Priority;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.ext.Provider;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** 400 for a path or query with text that no database could keep, before it is decoded to something else. */
@Provider
@PreMatching
@Priority(150)
public class RequestUriFilter implements ContainerRequestFilter {

    @Override
    public void filter(ContainerRequestContext request) {
        var uri = request.getUriInfo().getRequestUri();
        flaw(uri.getRawPath(), uri.getRawQuery()).ifPresent(flaw -> {
            throw new ProblemException(flaw);
        });
    }

    /** What is wrong with the text in a URL as it was sent, if anything is. */
    static Optional<Problem> flaw(@Nullable String path, @Nullable String query) {
        return flaw(path, "/", "path segment").or(() -> flaw(query, "&", "query parameter"));
    }

    private static Optional<Problem> flaw(@Nullable String raw, String separator, String what) {
        if (raw == null || raw.indexOf('%') < 0) {
            return Optional.empty();
        }
        var number = 0;
        for (var part : raw.split(separator)) {
            number += part.isEmpty() ? 0 : 1;
            var flaw = PercentEncoded.flaw(part);
            if (flaw != null) {
                return Optional.of(Problem.of(
                        400,
                        "invalid-text",
                        "A text cannot be used",
                        "In the URL, " + what + " " + number + " (" + part + ") holds " + flaw + ". Leave it out."));
            }
        }
        return Optional.empty();
    }
}
