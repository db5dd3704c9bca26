package dev.antiphon.command.ee.http;

import dev.antiphon.command.IdempotencyKey;
import dev.antiphon.events.ee.http.Problem;
import dev.antiphon.events.ee.http.ProblemException;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.ext.Provider;
import java.util.regex.Pattern;

/** Binds the header {@code Idempotency-Key} to the request's thread; it counts for this caller and this path alone. */
@Provider
public class IdempotencyKeyFilter implements ContainerRequestFilter, ContainerResponseFilter {

    static final String HEADER = "Idempotency-Key";

    private static final Pattern FORM = Pattern.compile("[\\x20-\\x7e]{1,255}");

    @Override
    public void filter(ContainerRequestContext request) {
        IdempotencyKey.unbind();
        var value = request.getHeaderString(HEADER);
        if (value == null) {
            return;
        }
        if (!FORM.matcher(value).matches()) {
            throw new ProblemException(Problem.of(
                    400,
                    "invalid-idempotency-key",
                    "The Idempotency-Key cannot be used",
                    "It must be 1 to 255 printable ASCII characters."));
        }
        var principal = request.getSecurityContext() == null
                ? null
                : request.getSecurityContext().getUserPrincipal();
        var caller = principal == null ? "" : principal.getName();
        new IdempotencyKey(
                        caller
                                + ' '
                                + request.getMethod()
                                + ' '
                                + request.getUriInfo().getPath(),
                        value)
                .bind();
    }

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        IdempotencyKey.unbind();
    }
}
