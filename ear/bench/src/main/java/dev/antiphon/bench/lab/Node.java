package dev.antiphon.bench.lab;

import dev.antiphon.dev.server.PayaraMicro;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** One server, asked through the resource that is inside of it. */
public final class Node {

    private final PayaraMicro server;

    /** HTTP/1.1: over HTTP/2 the server ends a connection on which an answer takes longer than half a minute. */
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    Node(PayaraMicro server) {
        this.server = server;
    }

    /**
     * Has something done inside the server and waits for its end.
     *
     * @param task path and query below {@code /write/bench}
     * @return what it answers
     * @throws IllegalStateException if it fails; the server's log says why
     */
    public String run(String task) throws IOException, InterruptedException {
        return answer(HttpRequest.newBuilder(server.uri("/write/bench" + task))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build());
    }

    /** The value of a metric without labels. */
    public double metric(String name) throws IOException, InterruptedException {
        return answer(HttpRequest.newBuilder(server.uri("/write/metrics")).build())
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("The server has no metric " + name));
    }

    private String answer(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IllegalStateException(
                    request.uri() + " answered " + response.statusCode() + ": " + response.body());
        }
        return response.body();
    }
}
