package dev.antiphon.dev.importer;

import dev.antiphon.dev.process.StartFailure;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends commands until the application has decided about them. A request that got no decision (no connection, no answer,
 * a status of 500 or above, a command still running, an answer that is not the application's) is sent again with the
 * same key, so it takes effect once however often it is sent.
 *
 * <p>Safe for use by several threads.
 */
final class CommandClient {

    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(60);

    private final URI base;
    private final Patience patience;
    private final Tally tally;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    CommandClient(URI base, Patience patience, Tally tally) {
        this.base = base;
        this.patience = patience;
        this.tally = tally;
    }

    /**
     * Sends a command and waits for the decision.
     *
     * @param path below the application's address, its segments encoded by {@link #segment}
     * @param key what makes the command the same when it is sent again
     * @param body JSON, or null for none
     * @throws StartFailure when no command of any thread was decided within the limit of patience
     */
    Answer send(String path, String key, @Nullable String body) throws InterruptedException {
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(base + path))
                .timeout(REQUEST_LIMIT)
                .header("Accept", "application/json, application/problem+json")
                .header("Idempotency-Key", segment(key));
        HttpRequest request = body == null
                ? builder.POST(BodyPublishers.noBody()).build()
                : builder.header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build();
        for (int retry = 1; ; retry++) {
            String fault;
            try {
                HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
                if (isDecision(response)) {
                    patience.succeeded();
                    tally.commands.increment();
                    return Answer.of(response.statusCode(), response.body());
                }
                fault = "it answers with status " + response.statusCode();
            } catch (IOException e) {
                fault = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            }
            if (patience.isExhausted()) {
                throw new StartFailure("The application at " + base + " has taken no command for "
                        + patience.limit().toSeconds() + " s (" + fault
                        + "); run the same import again when it is back, nothing is counted twice.");
            }
            tally.retries.increment();
            TimeUnit.NANOSECONDS.sleep(patience.before(retry).toNanos());
        }
    }

    private static boolean isDecision(HttpResponse<String> response) {
        int status = response.statusCode();
        if (status < 300) {
            return true;
        }
        boolean spokenByTheApplication =
                response.headers().firstValue("Content-Type").orElse("").contains("json");
        boolean comeAgain = response.headers().firstValue("Retry-After").isPresent();
        return status < 500 && spokenByTheApplication && !comeAgain;
    }

    /** Text as one segment of a path: only characters that need no further care. */
    static String segment(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
