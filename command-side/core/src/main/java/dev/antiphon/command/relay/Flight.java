package dev.antiphon.command.relay;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.RecordMetadata;

/** One batch on its way: its rows, and which of them the broker has acknowledged. */
final class Flight {

    private record Sent(OutboxRow row, Future<RecordMetadata> ack) {}

    private final List<Sent> sent = new ArrayList<>();
    private final Instant begun;
    private final long startedAt = System.nanoTime();
    private int checked;

    /** A flight that begins now, which the relay's clock calls {@code begun}. */
    Flight(Instant begun) {
        this.begun = begun;
    }

    void add(OutboxRow row, Future<RecordMetadata> ack) {
        sent.add(new Sent(row, ack));
    }

    int size() {
        return sent.size();
    }

    Instant begun() {
        return begun;
    }

    /** Since its first row was handed over. */
    Duration age() {
        return Duration.ofNanos(System.nanoTime() - startedAt);
    }

    List<OutboxRow> rows() {
        return sent.stream().map(Sent::row).toList();
    }

    /** Waits a while for outcomes; true when all are known. */
    boolean landed(Duration patience) throws InterruptedException {
        var deadline = System.nanoTime() + patience.toNanos();
        for (; checked < sent.size(); checked++) {
            try {
                var left = Math.max(0, deadline - System.nanoTime());
                sent.get(checked).ack().get(left, TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                return false;
            } catch (ExecutionException e) {
                // the producer keeps the first failure
            }
        }
        return true;
    }

    /**
     * The acknowledged rows of flights that no unacknowledged row of the same aggregate precedes.
     *
     * @param flights in the order in which they were sent
     */
    static List<OutboxRow> acknowledged(Collection<Flight> flights) {
        var blocked = new HashSet<String>();
        var rows = new ArrayList<OutboxRow>();
        for (var flight : flights) {
            for (var each : flight.sent) {
                var aggregate = each.row().topic() + '/' + each.row().aggregateId();
                if (!isAcknowledged(each.ack())) {
                    blocked.add(aggregate);
                } else if (!blocked.contains(aggregate)) {
                    rows.add(each.row());
                }
            }
        }
        return rows;
    }

    /** The rows of flights whose outcome is not known, or that failed. */
    static List<OutboxRow> unacknowledged(Collection<Flight> flights) {
        return flights.stream()
                .flatMap(flight -> flight.sent.stream())
                .filter(each -> !isAcknowledged(each.ack()))
                .map(Sent::row)
                .toList();
    }

    private static boolean isAcknowledged(Future<RecordMetadata> ack) {
        if (!ack.isDone()) {
            return false;
        }
        try {
            ack.get();
            return true;
        } catch (ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
