package dev.antiphon.query.client;

import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.client.ClientRequestContext;
import jakarta.ws.rs.client.ClientRequestFilter;
import jakarta.ws.rs.client.ClientResponseContext;
import jakarta.ws.rs.client.ClientResponseFilter;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Makes a JAX-RS client read its own writes: remembers the {@code Consistency-Token} of each answer to a command and
 * sends it with the queries that follow, which then are not answered from before that write (rule S5).
 *
 * <pre>{@code
 * Client client = ClientBuilder.newClient().register(new ReadYourWrites());
 * }</pre>
 *
 * <p>With MicroProfile Rest Client: {@code @RegisterProvider(ReadYourWrites.class)} on both interfaces, of commands and
 * of queries. Filters made without arguments share one memory, since such clients make one filter each.
 *
 * <p>A query that sets the header itself is left alone. Safe for many threads.
 */
public class ReadYourWrites implements ClientRequestFilter, ClientResponseFilter {

    private static final String HEADER = "Consistency-Token";
    private static final Set<String> QUERIES = Set.of(HttpMethod.GET, HttpMethod.HEAD);
    private static final ConsistencyMemory SHARED = new ConsistencyMemory();

    private final Supplier<ConsistencyMemory> memory;

    /** With the memory that all such filters share. */
    public ReadYourWrites() {
        this(() -> SHARED);
    }

    /** @param memory of whoever asks now, for example of the session; called on the thread of each request */
    public ReadYourWrites(Supplier<ConsistencyMemory> memory) {
        this.memory = memory;
    }

    @Override
    public void filter(ClientRequestContext request) {
        if (QUERIES.contains(request.getMethod()) && !request.getHeaders().containsKey(HEADER)) {
            var tokens = memory.get().tokensFor(request.getUri().getPath());
            if (!tokens.isEmpty()) {
                request.getHeaders().putSingle(HEADER, String.join(", ", tokens));
            }
        }
    }

    @Override
    public void filter(ClientRequestContext request, ClientResponseContext response) {
        var token = response.getHeaderString(HEADER);
        if (token != null) {
            memory.get().remember(token);
        }
    }
}
