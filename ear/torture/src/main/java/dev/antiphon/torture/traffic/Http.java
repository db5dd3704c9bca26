package dev.antiphon.torture.traffic;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Asks nodes; whatever happens to a connection is an answer, too. Safe for many threads. */
public final class Http {

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(3))
            .build();

    /** Sends it once and waits for the answer, as long as the request says. */
    public Answer send(HttpRequest request) throws InterruptedException {
        try {
            return Answer.of(client.send(request, HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            return Answer.none(e);
        }
    }
}
