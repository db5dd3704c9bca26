package dev.antiphon.command.relay;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** One batch on its way: which rows were sent, and which the broker has acknowledged. */
final class Flight {

    private record Sent(OutboxRow row, Future<RecordMetadata> ack) {}

    private final RelayProducer producer;
    private final Instant publishedAt;
    private final List<Sent> sent = new ArrayList<>();
    private int checked;
    private @Nullable Throwable failure;

    Flight(RelayProducer producer, Instant publishedAt) {
        this.producer = producer;
        this.publishedAt = publishedAt;
    }

    /** Sends a row; the producer sees to it that it does not overtake one that failed. */
    void send(OutboxRow row) {
        if (failure != null) {
            return;
        }
        try {
            sent.add(new Sent(row, producer.send(row, publishedAt)));
        } catch (KafkaException | IllegalStateException e) { // the latter: the producer broke in this moment
            failure = e;
        }
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
                failure = e.getCause();
            }
        }
        return true;
    }

    /** The acknowledged rows that no unacknowledged row of the same aggregate precedes. */
    List<OutboxRow> acknowledged() {
        var blocked = new HashSet<String>();
        var rows = new ArrayList<OutboxRow>();
        for (var each : sent) {
            var aggregate = each.row().topic() + '/' + each.row().aggregateId();
            if (isAcknowledged(each.ack())) {
                if (!blocked.contains(aggregate)) {
                    rows.add(each.row());
                }
            } else {
                blocked.add(aggregate);
            }
        }
        return rows;
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

    /** Throws what went wrong, if anything did. */
    void throwFailure() {
        if (failure != null) {
            throw new KafkaException("An event could not be sent: " + failure.getMessage(), failure);
        }
    }
}
