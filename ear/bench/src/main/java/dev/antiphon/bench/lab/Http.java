package dev.antiphon.bench.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** A client that costs little itself: blocking, over connections that are kept. */
public final class Http {

    static {
        System.setProperty("http.maxConnections", "64"); // how many are kept; five by default
    }

    private Http() {}

    /**
     * Asks as fast as some connections can.
     *
     * @param uris by a number that rises, across all connections
     * @return answers a second
     * @throws IllegalStateException if an answer is not 200
     */
    public static double rate(IntFunction<URI> uris, int connections, Duration duration) throws Exception {
        var threads = Executors.newFixedThreadPool(connections);
        try {
            long begin = System.nanoTime();
            List<Future<Integer>> counts = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                int first = i;
                Callable<Integer> asking = () -> {
                    int answers = 0;
                    for (; System.nanoTime() - begin < duration.toNanos(); answers++) {
                        get(uris.apply(first + answers * connections));
                    }
                    return answers;
                };
                counts.add(threads.submit(asking));
            }
            int answers = 0;
            for (Future<Integer> count : counts) {
                answers += count.get();
            }
            return answers / ((System.nanoTime() - begin) / 1e9);
        } finally {
            threads.shutdownNow();
        }
    }

    /** The body of an answer. */
    public static String get(URI uri) {
        return answer(uri, 200, "");
    }

    /** Posts JSON, and expects 201. */
    public static String post(URI uri, String json) {
        return answer(uri, 201, json);
    }

    private static String answer(URI uri, int expected, String body) {
        try {
            var connection = (HttpURLConnection) uri.toURL().openConnection();
            connection.setRequestProperty("Accept", "application/json, text/plain");
            if (!body.isEmpty()) {
                connection.setDoOutput(true);
                connection.setRequestProperty("Content-Type", "application/json");
                connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
            }
            if (connection.getResponseCode() != expected) {
                throw new IllegalStateException(uri + " answered " + connection.getResponseCode());
            }
            try (var in = connection.getInputStream()) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
