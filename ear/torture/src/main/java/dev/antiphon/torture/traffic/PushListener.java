package dev.antiphon.torture.traffic;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.antiphon.torture.system.Node;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Listens to the changes of all orders and, when it is cut off, comes back to where it was, as a browser does. */
final class PushListener implements Runnable {

    private static final int CONNECT_MILLIS = 3_000;
    /** More than the time between two heartbeats. */
    private static final int SILENCE_MILLIS = 20_000;

    private static final int RETRY_MILLIS = 500;
    private static final JsonMapper JSON = new JsonMapper();

    private final Node node;
    private final Journal journal;
    private final CountDownLatch ready = new CountDownLatch(1);
    private String lastId = "";
    private String noted = "";

    PushListener(Node node, Journal journal) {
        this.node = node;
        this.journal = journal;
    }

    /** Returns when it hears of whatever comes from now on. */
    void awaitReady() throws InterruptedException {
        if (!ready.await(1, TimeUnit.MINUTES)) {
            throw new IllegalStateException("The stream of changes of " + node + " did not begin within a minute.");
        }
    }

    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    listen();
                } catch (IOException e) {
                    noteOnce("The stream of changes has ended: " + e);
                }
                TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // that was it
        }
    }

    private void noteOnce(String what) {
        if (!what.equals(noted)) {
            journal.note(what);
            noted = what;
        }
    }

    private void listen() throws IOException {
        var connection = (HttpURLConnection) node.uri("/orders/changes").toURL().openConnection();
        connection.setConnectTimeout(CONNECT_MILLIS);
        connection.setReadTimeout(SILENCE_MILLIS);
        connection.setRequestProperty("Accept", "text/event-stream");
        if (!lastId.isEmpty()) {
            connection.setRequestProperty("Last-Event-ID", lastId);
        }
        try (var body =
                new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
            var id = lastId;
            var name = "message";
            var data = "";
            for (var line = body.readLine(); line != null; line = body.readLine()) {
                if (line.startsWith("id: ")) {
                    id = line.substring(4);
                } else if (line.startsWith("event: ")) {
                    name = line.substring(7);
                } else if (line.startsWith("data: ")) {
                    data = line.substring(6);
                } else if (line.isEmpty()) {
                    told(name, data);
                    lastId = id;
                    name = "message";
                    data = "";
                }
            }
        } finally {
            connection.disconnect();
        }
    }

    private void told(String name, String data) throws IOException {
        switch (name) {
            case "ready" -> {
                if (!lastId.isEmpty()) {
                    journal.push(new Journal.Push("", 0, "ready again"));
                }
                ready.countDown();
            }
            case "reset" -> journal.push(new Journal.Push("", 0, "reset"));
            case "change" -> {
                var change = JSON.readTree(data);
                journal.push(new Journal.Push(
                        change.path("aggregateId").asText(),
                        change.path("version").asLong(),
                        change.path("type").asText()));
            }
            default -> {
                // a pause between changes
            }
        }
    }
}
