package dev.antiphon.torture.fault;

import dev.antiphon.torture.system.Node;
import dev.antiphon.torture.traffic.Http;
import dev.antiphon.torture.traffic.Outcome;
import dev.antiphon.torture.traffic.Traffic;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.utils.Utils;

/** Whether the system is well again: a fresh order in each partition of its topic is visible to whoever asks. */
public final class Recovery {

    private static final int PARTITIONS = 6;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Traffic traffic;
    private final Node query;
    private final Duration limit;
    private final Http http = new Http();

    /** @param limit who takes longer needs a hand */
    Recovery(Traffic traffic, Node query, Duration limit) {
        this.traffic = traffic;
        this.query = query;
        this.limit = limit;
    }

    /**
     * Places the orders and waits for them.
     *
     * @param calm whether no fault lasts now; only such time counts towards the limit
     * @return how long it took
     * @throws NeedsAHandException if it takes too long
     */
    Duration after(Planned planned, BooleanSupplier calm) throws InterruptedException {
        var begin = System.nanoTime();
        var disturbed = begin;
        var waiting = new ArrayList<>(ids(planned.number()));
        for (var id : List.copyOf(waiting)) {
            if (traffic.order(id).verdict() != Outcome.Verdict.ACKNOWLEDGED) {
                waiting.remove(id); // the run is at its end
            }
        }
        while (true) {
            waiting.removeIf(this::isVisible);
            var now = System.nanoTime();
            if (waiting.isEmpty()) {
                return Duration.ofNanos(now - begin);
            }
            if (!calm.getAsBoolean()) {
                disturbed = now;
            }
            if (now - disturbed > limit.toNanos()) {
                throw new NeedsAHandException(planned + " has been healed, and for " + limit.toSeconds()
                        + " s nothing else was wrong, but orders placed since are still not visible: " + waiting);
            }
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    /** One for each partition, as Kafka distributes keys. */
    private static List<String> ids(int number) {
        var ids = new String[PARTITIONS];
        for (int found = 0, i = 0; found < PARTITIONS; i++) {
            var id = "fresh-" + number + "-" + i;
            var partition = Utils.toPositive(Utils.murmur2(id.getBytes(StandardCharsets.UTF_8))) % PARTITIONS;
            if (ids[partition] == null) {
                ids[partition] = id;
                found++;
            }
        }
        return List.of(ids);
    }

    private boolean isVisible(String id) {
        try {
            var request = HttpRequest.newBuilder(query.uri("/orders/" + id + "/summary"))
                    .timeout(PATIENCE)
                    .build();
            return http.send(request).status() == 200;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
