package dev.antiphon.events.ee.openapi;

import java.util.List;

/**
 * An answer that is a problem document.
 *
 * @param description what happened, and what to do
 * @param retryAfter whether {@code Retry-After} may come with it
 * @param slugs of the stable types that it may have; the first is the example's
 */
public record DocumentedProblem(int status, String description, boolean retryAfter, List<String> slugs) {

    /** Without {@code Retry-After}. */
    public static DocumentedProblem of(int status, String description, String... slugs) {
        return new DocumentedProblem(status, description, false, List.of(slugs));
    }

    /** The same, after which a client may try again. */
    public DocumentedProblem withRetryAfter() {
        return new DocumentedProblem(status, description, true, slugs);
    }
}
