package dev.antiphon.projector.consumer;

import dev.antiphon.projector.jdbc.Advance;
import dev.antiphon.projector.jdbc.Position;
import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.Failure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * One assigned partition: how far it is applied, which of its records are read but not applied, and how many of them
 * must be tried alone. Used by the projection's thread only.
 */
final class PartitionProgress {

    private final TopicPartition partition;
    private final Deque<Delivery> pending = new ArrayDeque<>();
    private @Nullable Position position;
    private int alone;
    private long logEnd;
    private @Nullable FailingRecord failing;
    private int failures;
    private @Nullable Instant gapSince;

    PartitionProgress(TopicPartition partition) {
        this.partition = partition;
    }

    TopicPartition partition() {
        return partition;
    }

    int number() {
        return partition.partition();
    }

    /** Where the read database stands, as far as this consumer knows; null until that has been read. */
    @Nullable Position position() {
        return position;
    }

    void position(Position start) {
        forgetPosition();
        position = start;
    }

    /** Drops everything read: another consumer has been here, or the log is no longer the same. */
    void forgetPosition() {
        position = null;
        pending.clear();
        alone = 0;
        logEnd = 0;
        forgetFailures();
    }

    private void forgetFailures() {
        failing = null;
        failures = 0;
        gapSince = null;
    }

    boolean isPositioned() {
        return position != null;
    }

    /** Takes a record from a poll, unless it lies before what is known. */
    void add(Delivery delivery) {
        var last = pending.peekLast();
        var first = last != null ? last.offset() + 1 : known().nextOffset();
        if (delivery.offset() >= first) {
            pending.add(delivery);
        }
    }

    boolean hasPending() {
        return !pending.isEmpty();
    }

    /** Whether its records may go into a common transaction. */
    boolean isReadyForBatch() {
        return isPositioned() && hasPending() && alone == 0;
    }

    /** Whether its first record is to be tried alone, now. */
    boolean isReadyAlone(Instant now) {
        return isPositioned() && alone > 0 && !now.isBefore(dueAt(now));
    }

    /** When the first record may be tried again; now if it has not failed. */
    Instant dueAt(Instant now) {
        return failing == null ? now : failing.nextTry();
    }

    List<Delivery> pending() {
        return List.copyOf(pending);
    }

    /** The first record, as its next attempt alone; what others are to blame for does not count. */
    Delivery head(Instant now) {
        var waited = gapSince == null ? Duration.ZERO : Duration.between(gapSince, now);
        return pending.getFirst().attempt(failures + 1, waited);
    }

    /** How often the first record has failed, for whatever reason. */
    int attempts() {
        return failing == null ? 0 : failing.attempts();
    }

    /** The offset behind the last record, when it was last asked for. */
    void logEnd(long offset) {
        logEnd = offset;
    }

    /** How many records are not applied, given how many Kafka knows of behind the last one fetched. */
    long waiting(long unread) {
        return Math.max(pending.size() + unread, logEnd - known().nextOffset());
    }

    @Nullable Instant oldestPending() {
        var first = pending.peekFirst();
        return first == null ? null : first.timestamp();
    }

    /** The step over everything pending. */
    Advance advanceAll() {
        return advance(pending.getLast().offset() + 1);
    }

    /** The step over the first record. */
    Advance advanceHead() {
        return advance(pending.getFirst().offset() + 1);
    }

    private Advance advance(long to) {
        return new Advance(partition.topic(), number(), known().topicId(), known().nextOffset(), to);
    }

    /** A step is committed in the read database. */
    void applied(Advance advance) {
        position = new Position(advance.topicId(), advance.to());
        while (!pending.isEmpty() && pending.getFirst().offset() < advance.to()) {
            pending.removeFirst();
            alone = Math.max(0, alone - 1);
        }
        forgetFailures();
    }

    /** The batch has failed: each record that is here now is tried alone. */
    void isolate() {
        alone = pending.size();
    }

    /** The first record has failed; gives it if there is something new to say about it. */
    @Nullable FailingRecord failed(Failure failure, Instant now, Instant nextTry) {
        var before = failing;
        failures += failure.kind() == Failure.Kind.HANDLER ? 1 : 0;
        gapSince = gapSince == null && failure.kind() == Failure.Kind.GAP ? now : gapSince;
        failing = new FailingRecord(
                partition.topic(),
                number(),
                pending.getFirst().offset(),
                failure,
                attempts() + 1,
                before == null ? now : before.since(),
                nextTry);
        return before != null && failing.isSameAs(before) ? null : failing;
    }

    @Nullable FailingRecord failing() {
        return failing;
    }

    private Position known() {
        return Objects.requireNonNull(position, "position");
    }
}
