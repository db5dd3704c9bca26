package dev.antiphon.command.ee.http;

import dev.antiphon.command.IfMatch;
import dev.antiphon.events.ee.http.Problem;
import dev.antiphon.events.ee.http.ProblemException;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Binds the header {@code If-Match} to the request's thread. What it takes is what {@code ETag} gave: versions in quotes,
 * several with commas between, or {@code *} for whatever exists. An entity tag
 * of the read model, {@code "7.…"}, counts as its version.
 */
@Provider
public class IfMatchFilter implements ContainerRequestFilter, ContainerResponseFilter {

    private static final Set<String> READING = Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);
    private static final Pattern SEPARATOR = Pattern.compile("[ \\t]*,[ \\t]*");
    private static final Pattern TAG = Pattern.compile("\"(0|[1-9][0-9]{0,17})(?:\\.[\\w-]+)?\"");

    @Override
    public void filter(ContainerRequestContext request) {
        IfMatch.unbind();
        var value = request.getHeaderString(HttpHeaders.IF_MATCH);
        if (value != null && !READING.contains(request.getMethod())) {
            parse(value.strip()).bind();
        }
    }

    static IfMatch parse(String value) {
        if (value.equals("*")) {
            return new IfMatch(Set.of());
        }
        var versions = new HashSet<Long>();
        for (var tag : SEPARATOR.split(value)) {
            var matcher = TAG.matcher(tag);
            if (matcher.matches()) {
                versions.add(Long.valueOf(matcher.group(1)));
            } else if (!tag.isEmpty()) {
                throw invalid();
            }
        }
        if (versions.isEmpty()) {
            throw invalid();
        }
        return new IfMatch(versions);
    }

    private static ProblemException invalid() {
        return new ProblemException(
                Problem.of(
                        400,
                        "invalid-if-match",
                        "If-Match cannot be used",
                        "It must be an ETag as this server or the read model gives it, such as \"7\"; several with commas between; or *. Weak ones, W/\"7\", are not allowed."));
    }

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        IfMatch.unbind();
    }
}
