package dev.antiphon.dev.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** The readiness of one application, asked of the application itself. */
final class Health {

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

    /**
     * What the application answered.
     *
     * @param status the HTTP status, 0 when nobody answered
     * @param body the answer, or why there is none
     */
    record Answer(int status, String body) {

        boolean isUp() {
            return status == 200;
        }

        boolean isAbsent() {
            return status == 404;
        }
    }

    Answer ask(URI ready) throws InterruptedException {
        try {
            HttpResponse<String> response = http.send(
                    HttpRequest.newBuilder(ready)
                            .timeout(Duration.ofSeconds(30))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body());
        } catch (IOException e) {
            return new Answer(0, String.valueOf(e.getMessage()));
        }
    }
}
