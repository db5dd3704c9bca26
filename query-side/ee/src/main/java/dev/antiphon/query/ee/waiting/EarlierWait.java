package dev.antiphon.query.ee.waiting;

import dev.antiphon.query.waiting.Sighting;
import dev.antiphon.query.waiting.Wait;
import jakarta.servlet.ServletRequest;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** What a request has waited for before it came to JAX-RS, kept with the request. */
public record EarlierWait(Wait asked, CompletionStage<Sighting> end) {

    private static final String ATTRIBUTE = EarlierWait.class.getName();

    /** The wait of this request, if it was for exactly that. */
    public static Optional<CompletionStage<Sighting>> of(ServletRequest request, Wait asked) {
        return request.getAttribute(ATTRIBUTE) instanceof EarlierWait earlier && earlier.asked.equals(asked)
                ? Optional.of(earlier.end)
                : Optional.empty();
    }

    void keepWith(ServletRequest request) {
        request.setAttribute(ATTRIBUTE, this);
    }
}
