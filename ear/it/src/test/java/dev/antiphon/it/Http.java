package dev.antiphon.it;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A client that sees what any client sees. */
public final class Http {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI base;

    public Http(URI base) {
        this.base = base;
    }

    /** An answer. */
    public record Answer(int status, HttpResponse<String> response) {

        public JsonNode json() {
            try {
                return JSON.readTree(response.body());
            } catch (JsonProcessingException e) {
                throw new IllegalStateException("No JSON: " + response.body(), e);
            }
        }

        public String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        public String body() {
            return response.body();
        }
    }

    public Answer get(String path, String... headers) {
        return send(request(path, headers).GET());
    }

    /** Sends and does not wait. */
    public CompletableFuture<Answer> getLater(String path, String... headers) {
        return client.sendAsync(request(path, headers).GET().build(), HttpResponse.BodyHandlers.ofString())
                .thenApply(response -> new Answer(response.statusCode(), response));
    }

    public Answer post(String path, String body, String... headers) {
        return send(request(path, headers)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    /** A body of any bytes. */
    public Answer post(String path, byte[] body) {
        return send(request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body)));
    }

    /** A body whose length is not told before. */
    public Answer postChunks(String path, byte[] body) {
        return send(request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body))));
    }

    public Answer put(String path, String body, String... headers) {
        return send(request(path, headers)
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(body)));
    }

    /** Any method, with nothing added. */
    public Answer send(String method, String path, String body, String... headers) {
        return send(request(path, headers).method(method, HttpRequest.BodyPublishers.ofString(body)));
    }

    private HttpRequest.Builder request(String path, String... headers) {
        var request = HttpRequest.newBuilder(base.resolve(path)).timeout(Duration.ofSeconds(60));
        return headers.length == 0 ? request : request.headers(headers);
    }

    private Answer send(HttpRequest.Builder request) {
        try {
            var response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), response);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
