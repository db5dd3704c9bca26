package dev.antiphon.query.ee.streaming;

import dev.antiphon.query.changes.ChangeStream;
import jakarta.servlet.ServletRequest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a resource method has answered a request with, kept with the request until JAX-RS is done.
 *
 * @param lastEventId null for a client that comes for the first time
 */
public record RequestedStream(
        ChangeStream<?> stream, @Nullable String lastEventId) {

    private static final String ATTRIBUTE = RequestedStream.class.getName();

    static Optional<RequestedStream> of(ServletRequest request) {
        return Optional.ofNullable((RequestedStream) request.getAttribute(ATTRIBUTE));
    }

    /** From now on the answer is a stream. */
    public void keepWith(ServletRequest request) {
        request.setAttribute(ATTRIBUTE, this);
    }
}
