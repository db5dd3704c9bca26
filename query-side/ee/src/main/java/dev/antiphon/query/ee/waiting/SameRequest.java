package dev.antiphon.query.ee.waiting;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.jspecify.annotations.Nullable;

/**
 * A request that goes on after its wait with the address it came with. The specification says that it has it anyway; Open
 * Liberty gives it a decoded path and the query of another request.
 */
final class SameRequest extends HttpServletRequestWrapper {

    private static final String ATTRIBUTE = SameRequest.class.getName();

    /** What the request came with. */
    private record Address(
            String uri,
            String url,
            @Nullable String query,
            String servletPath,
            @Nullable String pathInfo) {}

    private final Address address;

    private SameRequest(HttpServletRequest request, Address address) {
        super(request);
        this.address = address;
    }

    /** Notes where the request came to; before it waits. */
    static void note(HttpServletRequest request) {
        request.setAttribute(
                ATTRIBUTE,
                new Address(
                        request.getRequestURI(),
                        request.getRequestURL().toString(),
                        request.getQueryString(),
                        request.getServletPath(),
                        request.getPathInfo()));
    }

    /** The request as it came, if that was noted. */
    static HttpServletRequest of(HttpServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof Address address ? new SameRequest(request, address) : request;
    }

    @Override
    public String getRequestURI() {
        return address.uri;
    }

    @Override
    public StringBuffer getRequestURL() {
        return new StringBuffer(address.url);
    }

    @Override
    public @Nullable String getQueryString() {
        return address.query;
    }

    @Override
    public String getServletPath() {
        return address.servletPath;
    }

    @Override
    public @Nullable String getPathInfo() {
        return address.pathInfo;
    }
}
