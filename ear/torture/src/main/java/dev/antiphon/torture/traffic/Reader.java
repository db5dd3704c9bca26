package dev.antiphon.torture.traffic;

import dev.antiphon.torture.system.Node;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Reads what has just been acknowledged, and asks for that version at least; in the one or the other way. */
final class Reader implements Runnable {

    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final Node node;
    private final Journal journal;
    private final BlockingQueue<Wanted> queue = new ArrayBlockingQueue<>(20);
    private final Http http = new Http();

    private record Wanted(Request request, long version) {}

    Reader(Node node, Journal journal) {
        this.node = node;
        this.journal = journal;
    }

    /** Notes what to read; who cannot follow reads some of it. */
    void offer(Request request, Outcome outcome) {
        queue.offer(new Wanted(request, outcome.version()));
    }

    @Override
    public void run() {
        try {
            while (true) {
                var wanted = queue.take();
                journal.reading(read(wanted.request(), wanted.version()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // that was it
        }
    }

    private Journal.Reading read(Request of, long version) throws InterruptedException {
        var isOrder = of.kind().isOfOrder();
        var path = isOrder ? "/orders/" + of.aggregateId() + "/summary" : "/products/" + of.aggregateId();
        var withToken = of.number() % 2 == 0;
        var builder = HttpRequest.newBuilder(node.uri(withToken ? path : path + "?minVersion=" + version))
                .timeout(PATIENCE)
                .header("Prefer", "wait=5");
        if (withToken) {
            builder.header("Consistency-Token", token(isOrder ? "order" : "product", of.aggregateId(), version));
        }
        var answer = http.send(builder.build());
        return new Journal.Reading(of.aggregateId(), version, answer.status(), answer.version());
    }

    /** As the command side answers it, and as its documentation says. */
    private static String token(String type, String id, long version) {
        var aggregate = (type + '/' + id).getBytes(StandardCharsets.UTF_8);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(aggregate) + '.' + version;
    }
}
