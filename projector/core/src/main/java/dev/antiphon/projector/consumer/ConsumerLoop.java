package dev.antiphon.projector.consumer;

import dev.antiphon.projector.ProjectorOptions;
import dev.antiphon.projector.jdbc.Advance;
import dev.antiphon.projector.pipeline.Failures;
import dev.antiphon.projector.pipeline.PausedException;
import dev.antiphon.projector.pipeline.Pipeline;
import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.Failure;
import dev.antiphon.projector.spi.FaultPoint;
import dev.antiphon.projector.spi.Outcome;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of one Kafka consumer, on one thread: poll, apply what came in one transaction, tell Kafka, again.
 *
 * <p>Records that cannot be applied yet stay in memory while their partition is paused, so that there is always a next
 * poll: waiting never gets the consumer thrown out of its group (rule E4), and other partitions flow.
 */
final class ConsumerLoop {

    private static final Logger LOG = LoggerFactory.getLogger(ConsumerLoop.class);
    private static final Duration IDLE = Duration.ofSeconds(1);

    private final String projection;
    private final String topic;
    private final Consumer<byte[], byte[]> consumer;
    private final Pipeline pipeline;
    private final Positioning positioning;
    private final TopicIds topicIds;
    private final ProjectorOptions options;
    private final ProjectionMetrics metrics;
    private final PauseWatch pause;
    private final Lag lag;
    private final FaultPoint faultPoint;
    private final Clock clock;
    private final Partitions partitions;
    private final Outage outage;
    private Instant nextTopicCheck;
    private @Nullable Instant lastApplied;
    private @Nullable String kafkaAway;

    ConsumerLoop(
            String projection,
            String topic,
            Consumer<byte[], byte[]> consumer,
            Pipeline pipeline,
            Positioning positioning,
            TopicIds topicIds,
            ProjectorOptions options,
            ProjectionMetrics metrics,
            PauseWatch pause,
            Lag lag,
            FaultPoint faultPoint,
            Clock clock) {
        this.projection = projection;
        this.topic = topic;
        this.consumer = consumer;
        this.pipeline = pipeline;
        this.positioning = positioning;
        this.topicIds = topicIds;
        this.options = options;
        this.metrics = metrics;
        this.pause = pause;
        this.lag = lag;
        this.faultPoint = faultPoint;
        this.clock = clock;
        this.partitions = new Partitions(projection, consumer);
        this.outage = new Outage(projection, options.backoff());
        this.nextTopicCheck = clock.instant().plus(options.topicCheck());
    }

    void begin() {
        consumer.subscribe(List.of(topic), partitions);
    }

    /** One poll and everything that can be done with what is there. */
    void turn() {
        poll();
        if (!pause.isPaused() && !outage.isWaiting(clock.instant())) {
            position();
            applyTogether();
            applyAlone();
        }
        partitions.regulate(pause.isPaused());
        checkTopic();
        measure();
    }

    /** Tells Kafka what is applied, at the end. */
    void end() {
        partitions.commitOffsets(
                partitions.all().stream().map(PartitionProgress::partition).toList());
    }

    boolean isJoined() {
        return partitions.isJoined();
    }

    @Nullable String reason() {
        var reason = outage.reason();
        return reason != null ? reason : kafkaAway;
    }

    List<Integer> assigned() {
        return partitions.all().stream().map(PartitionProgress::number).toList();
    }

    List<FailingRecord> failing() {
        return partitions.all().stream()
                .map(PartitionProgress::failing)
                .filter(Objects::nonNull)
                .toList();
    }

    private void poll() {
        try {
            partitions.add(consumer.poll(timeToWork()));
        } catch (InvalidOffsetException e) {
            LOG.warn("Projection {}: {}", projection, e.getMessage());
            partitions
                    .where(progress -> e.partitions().contains(progress.partition()))
                    .forEach(PartitionProgress::forgetPosition);
        }
    }

    private Duration timeToWork() {
        var now = clock.instant();
        var next = now.plus(IDLE);
        if (outage.isWaiting(now)) {
            next = earlier(next, outage.until());
        } else if (!pause.isPaused()) {
            for (var progress : partitions.all()) {
                if (!progress.isPositioned() || progress.isReadyForBatch()) {
                    return Duration.ZERO;
                }
                if (progress.hasPending()) {
                    next = earlier(next, progress.dueAt(now));
                }
            }
        }
        var wait = Duration.between(now, next);
        return wait.isNegative() ? Duration.ZERO : wait;
    }

    private static Instant earlier(Instant a, Instant b) {
        return a.isBefore(b) ? a : b;
    }

    private void position() {
        var unknown = partitions.where(progress -> !progress.isPositioned());
        if (unknown.isEmpty()) {
            return;
        }
        try {
            positioning.position(consumer, unknown);
            outage.over();
        } catch (WakeupException | InterruptException e) {
            throw e;
        } catch (SQLException | RuntimeException e) {
            outage.failed("Its position cannot be read. " + Failures.of(e).message(), e, clock.instant());
        }
    }

    private void applyTogether() {
        var ready = partitions.where(PartitionProgress::isReadyForBatch);
        if (ready.isEmpty() || outage.isWaiting(clock.instant())) {
            return;
        }
        var advances = ready.stream().map(PartitionProgress::advanceAll).toList();
        var deliveries = new ArrayList<Delivery>();
        ready.forEach(progress -> deliveries.addAll(progress.pending()));
        var begun = System.nanoTime();
        try {
            var result = pipeline.applyTogether(advances, deliveries);
            metrics.committed(result, Duration.ofNanos(System.nanoTime() - begun));
            lag.databaseTime(result.databaseTime());
        } catch (Throwable e) {
            batchFailed(ready, Failures.of(e));
            return;
        }
        committed(ready, advances, deliveries.get(deliveries.size() - 1).timestamp());
    }

    private void batchFailed(List<PartitionProgress> ready, Failure failure) {
        switch (failure.kind()) {
            case INFRASTRUCTURE -> interrupted(failure);
            case PAUSED -> paused(failure);
            case POSITION_MOVED -> ready.forEach(progress -> positionMoved(progress, failure));
            default -> {
                LOG.debug("A batch of projection {} failed, its records are tried alone", projection, failure.cause());
                ready.forEach(PartitionProgress::isolate);
            }
        }
    }

    private void applyAlone() {
        for (var progress : partitions.where(candidate -> candidate.isReadyAlone(clock.instant()))) {
            if (pause.isPaused() || outage.isWaiting(clock.instant())) {
                return;
            }
            var advance = progress.advanceHead();
            var delivery = progress.head(clock.instant());
            var outcome = pipeline.applyAlone(advance, delivery);
            if (outcome instanceof Outcome.Postponed postponed) {
                postponed(progress, postponed);
            } else {
                metrics.count(outcome);
                report(outcome, delivery, progress.attempts() + 1);
                if (outcome instanceof Outcome.DeadLettered letter && letter.why() != null) {
                    faultPoint.reached(FaultPoint.Place.AFTER_PARKING_BEFORE_OFFSET, projection);
                }
                committed(List.of(progress), List.of(advance), delivery.timestamp());
            }
        }
    }

    private void report(Outcome outcome, Delivery delivery, int attempts) {
        if (outcome instanceof Outcome.DeadLettered letter && letter.why() != null) {
            LOG.error(
                    "Projection {} gives up {} after {} attempts: it lies in the dead letters{}. Others go on; mend the"
                            + " cause, then run `antiphon dlq redrive`. {}",
                    projection,
                    delivery,
                    attempts,
                    delivery.key() == null
                            ? ", its aggregate is unknown"
                            : ", and aggregate " + delivery.key() + " is parked",
                    letter.why().message(),
                    letter.why().cause());
        } else if (attempts > 1) {
            LOG.info("Projection {} goes on: {} is applied after {} attempts", projection, delivery, attempts);
        }
    }

    private void postponed(PartitionProgress progress, Outcome.Postponed postponed) {
        var failure = postponed.failure();
        switch (failure.kind()) {
            case INFRASTRUCTURE -> interrupted(failure);
            case PAUSED -> paused(failure);
            case POSITION_MOVED -> positionMoved(progress, failure);
            default -> {
                metrics.failed(failure);
                var now = clock.instant();
                var delay = failure.kind() == Failure.Kind.CONTENDED
                        ? options.backoff().before(progress.attempts() + 1)
                        : postponed.delay();
                var news = progress.failed(failure, now, now.plus(delay));
                if (failure.kind() == Failure.Kind.HANDLER) {
                    metrics.retried();
                }
                if (news != null) {
                    if (failure.kind() == Failure.Kind.GAP) {
                        metrics.gap();
                    }
                    LOG.warn(
                            "Projection {} could not apply {}-{} offset {} and tries it again; other partitions go on."
                                    + " {}",
                            projection,
                            news.topic(),
                            news.partition(),
                            news.offset(),
                            failure.message(),
                            failure.cause());
                }
            }
        }
    }

    private void interrupted(Failure failure) {
        metrics.failed(failure);
        outage.failed(failure.message(), failure.cause(), clock.instant());
    }

    private void paused(Failure failure) {
        if (failure.cause() instanceof PausedException paused) {
            pause.seen(paused.pause());
        }
    }

    private void positionMoved(PartitionProgress progress, Failure failure) {
        LOG.info("{}; projection {} reads its position again", failure.message(), projection);
        progress.forgetPosition();
    }

    private void committed(List<PartitionProgress> done, List<Advance> advances, Instant newest) {
        outage.over();
        faultPoint.reached(FaultPoint.Place.AFTER_COMMIT_BEFORE_OFFSET, projection);
        for (var i = 0; i < done.size(); i++) {
            done.get(i).applied(advances.get(i));
        }
        lastApplied = newest;
        consumer.commitAsync(
                partitions.offsets(
                        done.stream().map(PartitionProgress::partition).toList()),
                (offsets, failure) -> {
                    if (failure != null) {
                        LOG.debug("Projection {} could not tell Kafka its offsets", projection, failure);
                    }
                });
    }

    private void checkTopic() {
        var now = clock.instant();
        if (now.isBefore(nextTopicCheck) || partitions.all().isEmpty()) {
            return;
        }
        nextTopicCheck = now.plus(options.topicCheck());
        try {
            var id = topicIds.of(topic);
            kafkaAway = null;
            partitions
                    .where(progress -> progress.position() != null
                            && !progress.position().topicId().equals(id))
                    .forEach(PartitionProgress::forgetPosition);
            // While a partition is paused, Kafka does not tell how it grows.
            var ends = consumer.endOffsets(
                    partitions.all().stream().map(PartitionProgress::partition).toList(), Positioning.KAFKA_TIMEOUT);
            partitions.all().forEach(progress -> progress.logEnd(ends.get(progress.partition())));
        } catch (WakeupException | InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            kafkaAway = "Kafka does not tell of topic " + topic + ": " + e.getMessage();
            LOG.debug("The check of topic {} failed", topic, e);
        }
    }

    private void measure() {
        var waiting = 0L;
        @Nullable Instant oldest = null;
        for (var progress : partitions.all()) {
            if (progress.isPositioned()) {
                waiting += progress.waiting(
                        consumer.currentLag(progress.partition()).orElse(0L));
                var first = progress.oldestPending();
                oldest = oldest == null || first != null && first.isBefore(oldest) ? first : oldest;
            }
        }
        lag.set(waiting, oldest != null ? oldest : lastApplied);
    }
}
