package dev.antiphon.projector.consumer;

import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.pipeline.Pipeline;
import dev.antiphon.projector.pipeline.Transactions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One thread of a projection with the Kafka consumer on it; when that ends with an error, it opens a new one. */
final class ConsumerThread {

    /** What Kafka gets for a last commit and for leaving the group. */
    static final Duration KAFKA_GOODBYE = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(ConsumerThread.class);

    private final int number;
    private final ProjectorBuilder parts;
    private final ProjectionDefinition definition;
    private final Transactions transactions;
    private final Pipeline pipeline;
    private final ProjectionMetrics metrics;
    private final PauseWatch pause;
    private final RetentionCheck retentionCheck;
    private final Lag lag;
    private final CountDownLatch stopSignal = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable Consumer<byte[], byte[]> current;
    private volatile ThreadStatus status = ThreadStatus.starting("It has not joined its group yet");

    ConsumerThread(
            int number,
            ProjectorBuilder parts,
            Transactions transactions,
            Pipeline pipeline,
            ProjectionMetrics metrics,
            PauseWatch pause,
            RetentionCheck retentionCheck,
            Lag lag) {
        this.number = number;
        this.parts = parts;
        this.definition = parts.definition;
        this.transactions = transactions;
        this.pipeline = pipeline;
        this.metrics = metrics;
        this.pause = pause;
        this.lag = lag;
        this.retentionCheck = retentionCheck;
    }

    ThreadStatus status() {
        return status;
    }

    void askToStop() {
        stopSignal.countDown();
        var consumer = current;
        if (consumer != null) {
            consumer.wakeup();
        }
    }

    /** Waits for the end; what has not ended within the bound is broken off and rolled back. */
    boolean awaitEnd(Duration bound) throws InterruptedException {
        if (ended.await(bound.toMillis(), TimeUnit.MILLISECONDS)) {
            return true;
        }
        LOG.warn("Projection {} did not end within {}: its transaction is broken off", definition, bound);
        transactions.abort();
        return ended.await(KAFKA_GOODBYE.toMillis() * 2, TimeUnit.MILLISECONDS);
    }

    private boolean isStopping() {
        return stopSignal.getCount() == 0;
    }

    /** Lives until it is asked to stop. */
    void run() {
        var failures = 0;
        @Nullable String last = null;
        try {
            while (!isStopping()) {
                try {
                    live();
                    failures = 0;
                } catch (WakeupException e) {
                    LOG.debug("Projection {} was woken", definition);
                } catch (InterruptException e) {
                    LOG.info("Projection {} ends because its thread was interrupted", definition);
                    stopSignal.countDown();
                } catch (Throwable e) {
                    failures = status.phase() == ProjectorStatus.Phase.RUNNING ? 1 : failures + 1;
                    var reason = "Its consumer ended: " + e;
                    if (!reason.equals(last)) {
                        LOG.error("The consumer of projection {} ended and will be opened anew", definition, e);
                    }
                    last = reason;
                    status = ThreadStatus.starting(reason);
                    var wait = parts.options.backoff().before(failures);
                    if (stopSignal.await(wait.toMillis(), TimeUnit.MILLISECONDS)) {
                        break;
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            status = ThreadStatus.stopped();
            ended.countDown();
        }
    }

    private void live() {
        try (var ids = parts.topicIds().get();
                var closing = new ClosingConsumer(parts.consumers(number).get())) {
            var consumer = closing.consumer();
            current = consumer;
            var positioning = new Positioning(definition, parts.dataSource(), ids);
            var loop = new ConsumerLoop(
                    definition.key(),
                    definition.topic(),
                    consumer,
                    pipeline,
                    positioning,
                    ids,
                    parts.options,
                    metrics,
                    pause,
                    lag,
                    parts.faultPoint,
                    parts.clock);
            loop.begin();
            try {
                while (!isStopping()) {
                    loop.turn();
                    if (loop.isJoined()) {
                        retentionCheck.run(ids);
                        status = ThreadStatus.running(loop.reason(), loop.assigned(), loop.failing());
                    }
                }
            } catch (WakeupException e) {
                LOG.debug("Projection {} was woken", definition);
            }
            loop.end();
        } finally {
            current = null;
        }
    }

    /**
     * Where one thread stands.
     *
     * @param since when it was found to stand there, in {@link System#nanoTime()}
     */
    record ThreadStatus(
            ProjectorStatus.Phase phase,
            @Nullable String reason,
            List<Integer> partitions,
            List<FailingRecord> failing,
            long since) {

        private static ThreadStatus starting(String reason) {
            return new ThreadStatus(ProjectorStatus.Phase.STARTING, reason, List.of(), List.of(), System.nanoTime());
        }

        private static ThreadStatus running(
                @Nullable String reason, List<Integer> partitions, List<FailingRecord> failing) {
            return new ThreadStatus(ProjectorStatus.Phase.RUNNING, reason, partitions, failing, System.nanoTime());
        }

        private static ThreadStatus stopped() {
            return new ThreadStatus(
                    ProjectorStatus.Phase.STOPPED, "It has been stopped", List.of(), List.of(), System.nanoTime());
        }
    }

    private record ClosingConsumer(Consumer<byte[], byte[]> consumer) implements AutoCloseable {

        @Override
        public void close() {
            Thread.interrupted(); // an interrupted thread could not say goodbye to the group
            consumer.close(CloseOptions.timeout(KAFKA_GOODBYE));
        }
    }
}
