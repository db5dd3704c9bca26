package dev.antiphon.query.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.client.ClientBuilder;
import jakarta.ws.rs.client.Entity;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.microprofile.rest.client.RestClientBuilder;
import org.eclipse.microprofile.rest.client.annotation.RegisterProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The filter in the JAX-RS client and in the MicroProfile Rest Client, against a server that notes what it is sent. */
class ReadYourWritesTest {

    private static final String TOKEN = "b3JkZXIvMQ.3";

    private final List<String> sent = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private URI address;

    @RegisterProvider(ReadYourWrites.class)
    @Path("write/orders")
    public interface Commands {

        @POST
        Response place(String order);
    }

    @RegisterProvider(ReadYourWrites.class)
    @Path("read/orders")
    public interface Queries {

        @GET
        Response orders();
    }

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            sent.add(exchange.getRequestMethod() + " "
                    + exchange.getRequestHeaders().getOrDefault("Consistency-Token", List.of()));
            if (exchange.getRequestMethod().equals("POST")) {
                exchange.getResponseHeaders().add("Consistency-Token", TOKEN);
            }
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        address = URI.create("http://localhost:" + server.getAddress().getPort());
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void aJaxRsClientSendsWithItsQueriesWhatItsCommandsWereAnswered() {
        var memory = new ConsistencyMemory();
        try (var client = ClientBuilder.newClient().register(new ReadYourWrites(() -> memory))) {
            client.target(address).path("read/orders").request().get().close();
            client.target(address)
                    .path("write/orders")
                    .request()
                    .post(Entity.json("{}"))
                    .close();
            client.target(address).path("read/orders").request().get().close();
            client.target(address)
                    .path("read/orders")
                    .request()
                    .header("Consistency-Token", "its own")
                    .get()
                    .close();
            client.target(address)
                    .path("write/orders")
                    .request()
                    .post(Entity.json("{}"))
                    .close();
        }

        assertThat(sent).containsExactly("GET []", "POST []", "GET [" + TOKEN + "]", "GET [its own]", "POST []");
    }

    @Test
    void twoMicroProfileRestClientsShareWhatTheyKnow() {
        var commands = RestClientBuilder.newBuilder().baseUri(address).build(Commands.class);
        var queries = RestClientBuilder.newBuilder().baseUri(address).build(Queries.class);

        commands.place("{}").close();
        queries.orders().close();

        assertThat(sent).containsExactly("POST []", "GET [" + TOKEN + "]");
    }
}
