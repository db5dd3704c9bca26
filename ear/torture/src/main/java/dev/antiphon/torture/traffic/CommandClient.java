package dev.antiphon.torture.traffic;

import dev.antiphon.torture.system.Node;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Sends commands to one node or another and again, with the same key, until it hears how they ended. Safe for many
 * threads.
 */
public final class CommandClient {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long PAUSE_MILLIS = 250;

    private final List<Node> nodes;
    private final Journal journal;
    private final AtomicBoolean over = new AtomicBoolean();
    private final Http http = new Http();

    public CommandClient(List<Node> nodes, Journal journal) {
        this.nodes = nodes;
        this.journal = journal;
    }

    /** From now on nothing is sent again: what has not ended stays unknown. */
    public void giveUp() {
        over.set(true);
    }

    /** Sends it first to the node of that number, then in turns. */
    public Outcome send(Request request, int first) throws InterruptedException {
        journal.begin(request);
        for (var attempt = 1; ; attempt++) {
            var node = nodes.get((first + attempt - 1) % nodes.size());
            var answer = ask(request, attempt, node);
            journal.attempt(request, attempt, node.name(), answer);
            var outcome = answer.outcome();
            if (outcome.verdict() != Outcome.Verdict.UNKNOWN || over.get()) {
                journal.end(request, outcome);
                return outcome;
            }
            TimeUnit.MILLISECONDS.sleep(Math.min(2_000, PAUSE_MILLIS * attempt));
        }
    }

    /** Sends once more what has ended, as a client that did not notice. */
    void repeat(Request request, Outcome outcome, int node) throws InterruptedException {
        var answer = ask(request, 1_000, nodes.get(node % nodes.size()));
        journal.repeat(request, outcome, answer);
    }

    private Answer ask(Request request, int attempt, Node node) throws InterruptedException {
        var builder = HttpRequest.newBuilder(node.uri(request.path()))
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", request.idempotencyKey())
                .header("Correlation-Id", request.correlationId(attempt))
                .method(
                        request.method(),
                        request.body().isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(request.body()));
        if (request.ifMatch() != null) {
            builder.header("If-Match", "\"" + request.ifMatch() + "\"");
        }
        return http.send(builder.build());
    }
}
