package dev.antiphon.it.shop;

import dev.antiphon.it.EventStream;
import dev.antiphon.it.Http;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/** Who reads the summaries of orders without a break, and notes whatever should not be. */
final class Readers implements AutoCloseable {

    private static final Pattern CHANGE = Pattern.compile("\"aggregateId\":\"([^\"]+)\",\"version\":(\\d+)");
    private static final String COUNT = "select count(*) || ' ' || coalesce(sum(version), 0) from order_summary";

    private final Shop shop;
    private final Http http;
    private final List<Thread> threads = new ArrayList<>();
    private final ConcurrentLinkedQueue<String> complaints = new ConcurrentLinkedQueue<>();
    private final Map<String, List<Long>> told = new ConcurrentHashMap<>();
    private final AtomicLong reads = new AtomicLong();
    private final EventStream changes;
    private volatile boolean ending;

    Readers(Shop shop) throws IOException {
        this.shop = shop;
        this.http = new Http(shop.application().uri(""));
        this.changes = new EventStream(shop.application().uri("/read/orders/changes"), null);
        changes.next(); // ready
        begin("counting", this::count);
        begin("paging", this::page);
        begin("listening", this::listen);
    }

    private interface Reading {
        void run() throws Exception;
    }

    private void begin(String name, Reading reading) {
        var thread = new Thread(
                () -> {
                    try {
                        reading.run();
                    } catch (Exception e) {
                        if (!ending) {
                            complaints.add(name + ": " + e);
                        }
                    }
                },
                name);
        threads.add(thread);
        thread.start();
    }

    /** Neither rows nor the versions of them ever become less. */
    private void count() throws Exception {
        var before = new long[] {0, 0};
        while (!ending) {
            var now = shop.readAsReader(COUNT).get(0).split(" ");
            for (var i = 0; i < 2; i++) {
                var value = Long.parseLong(now[i]);
                if (value < before[i]) {
                    complaints.add("counting: " + String.join(" ", now) + " after " + before[0] + " " + before[1]);
                }
                before[i] = value;
            }
            reads.incrementAndGet();
        }
    }

    /** Every page of the list is answered, and full; every order keeps its version. */
    private void page() {
        var versions = new HashMap<String, Long>();
        while (!ending) {
            var answer = http.get("/read/orders?sort=orderedAt&limit=50");
            if (answer.status() != 200 || answer.json().size() != 50) {
                complaints.add("paging: " + answer.status() + " " + answer.body());
                continue;
            }
            for (var order : answer.json()) {
                var id = order.path("orderId").asText();
                var single = http.get("/read/orders/" + id + "/summary");
                var version = single.json().path("version").asLong();
                if (single.status() != 200
                        || version < versions.getOrDefault(id, 0L)
                        || Long.parseLong(single.header("X-Aggregate-Version")) > version) {
                    complaints.add("paging: " + single.status() + " " + single.header("X-Aggregate-Version") + " "
                            + single.body() + " after " + versions.get(id));
                }
                versions.put(id, version);
            }
            reads.incrementAndGet();
        }
    }

    private void listen() throws IOException {
        while (!ending) {
            var event = changes.next();
            var change = CHANGE.matcher(event.data());
            if (!event.name().equals("change") || !change.find()) {
                complaints.add("listening: " + event);
                continue;
            }
            told.computeIfAbsent(change.group(1), id -> new CopyOnWriteArrayList<>())
                    .add(Long.parseLong(change.group(2)));
        }
    }

    /** How often all has been read so far. */
    long reads() {
        return reads.get();
    }

    /** What was not as it should be. */
    List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** Of which versions of an order it was told, in the order in which it was. */
    List<Long> told(String order) {
        return told.getOrDefault(order, List.of());
    }

    /** The orders that it was told of. */
    Map<String, List<Long>> told() {
        return told;
    }

    @Override
    public void close() throws InterruptedException {
        ending = true;
        changes.close();
        for (var thread : threads) {
            thread.join();
        }
    }
}
