package dev.antiphon.query.ee.http;

import jakarta.ws.rs.core.UriInfo;
import java.util.Set;

/** The endpoints that answer from no store: those for operators, and the document of the interface. */
final class Operations {

    private static final Set<String> ROOTS = Set.of("health", "metrics", "openapi");

    private Operations() {}

    static boolean isOne(UriInfo uri) {
        var segments = uri.getPathSegments();
        return !segments.isEmpty() && ROOTS.contains(segments.get(0).getPath());
    }
}
