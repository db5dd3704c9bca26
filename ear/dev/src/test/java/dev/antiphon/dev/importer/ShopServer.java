package dev.antiphon.dev.importer;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A stand-in for the command side: answers what the test says and remembers what was sent. */
final class ShopServer implements AutoCloseable {

    /** What it was asked. */
    record Request(String path, String key, String body) {}

    /** What it answers. */
    record Reply(int status, String contentType, String body) {

        static Reply accepted() {
            return new Reply(201, "application/json", "{\"id\":\"1\",\"version\":1}");
        }

        static Reply problem(int status, String type, String errors) {
            return new Reply(
                    status,
                    "application/problem+json",
                    "{\"type\":\"urn:antiphon:problem:" + type + "\",\"title\":\"t\",\"detail\":\"No.\",\"errors\":["
                            + errors + "]}");
        }
    }

    /** The test's part. */
    interface Behaviour {
        Reply answer(Request request);
    }

    final List<Request> requests = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Behaviour behaviour;

    ShopServer(Behaviour behaviour) throws IOException {
        this.behaviour = behaviour;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Request request = new Request(
                    exchange.getRequestURI().getPath(),
                    exchange.getRequestHeaders().getFirst("Idempotency-Key"),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            requests.add(request);
            Reply reply = behaviour.answer(request);
            byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", reply.contentType());
            exchange.sendResponseHeaders(reply.status(), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
