package dev.antiphon.bench.lab;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Clients that wait at once, each with a connection of its own and none with a thread. */
public final class Crowd implements AutoCloseable {

    private final List<CompletableFuture<Long>> answers = new ArrayList<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(2);
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .executor(threads)
            .build();

    /** Begins to wait for version 1 of the orders {@code prefix0} and so on, which are not there yet. */
    public Crowd(Lab lab, String prefix, int size) throws Exception {
        for (int i = 0; i < size; i++) {
            URI uri = lab.uri("/read/orders/" + prefix + i + "/summary?minVersion=1");
            HttpRequest request =
                    HttpRequest.newBuilder(uri).header("Prefer", "wait=30").build();
            answers.add(client.sendAsync(request, HttpResponse.BodyHandlers.ofString())
                    .thenApply(Crowd::time));
        }
        Poll.until("all of them wait", Duration.ofMillis(20), () -> waiting(lab) == size);
    }

    private static long waiting(Lab lab) {
        return Http.get(lab.uri("/read/metrics"))
                .lines()
                .filter(line -> line.startsWith("antiphon_query_waiting "))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.indexOf(' '))))
                .sum();
    }

    private static long time(HttpResponse<String> answer) {
        if (answer.statusCode() != 200) {
            throw new IllegalStateException(answer.uri() + " answered " + answer.statusCode() + ": " + answer.body());
        }
        return System.nanoTime();
    }

    /** When one was answered, on the clock of {@link System#nanoTime}; waits for it. */
    public long answered(int number) {
        return answers.get(number).join();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
