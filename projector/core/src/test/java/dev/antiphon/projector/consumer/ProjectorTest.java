package dev.antiphon.projector.consumer;

import static dev.antiphon.projector.fixture.Records.consumed;
import static dev.antiphon.projector.fixture.Records.delivery;
import static dev.antiphon.projector.fixture.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.events.Backoff;
import dev.antiphon.projector.ProjectorOptions;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.fixture.Records;
import dev.antiphon.projector.fixture.TestDatabase;
import dev.antiphon.projector.fixture.TicketEvent.Opened;
import dev.antiphon.projector.fixture.Tickets;
import dev.antiphon.projector.spi.FaultPoint;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ProjectorTest {

    private static final TopicPartition ZERO = new TopicPartition(Records.TOPIC, 0);
    private static final Duration BOUND = Duration.ofSeconds(10);

    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private final AtomicInteger opened = new AtomicInteger();
    private final CountDownLatch committed = new CountDownLatch(1);
    private final CountDownLatch atCommit = new CountDownLatch(1);

    @BeforeEach
    void clear() {
        TestDatabase.clear();
    }

    @AfterEach
    void endsTheThread() throws InterruptedException {
        executor.shutdown();
        assertThat(executor.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }

    /** A consumer with one record, or one whose first poll fails. */
    private MockConsumer<byte[], byte[]> consumer(boolean failing) {
        opened.incrementAndGet();
        var consumer = new MockConsumer<byte[], byte[]>("none");
        consumer.updateBeginningOffsets(Map.of(ZERO, 0L));
        consumer.updateEndOffsets(Map.of(ZERO, 1L));
        consumer.schedulePollTask(() -> {
            if (failing) {
                consumer.setPollException(new KafkaException("fenced"));
                return;
            }
            consumer.rebalance(List.of(ZERO));
            consumer.addRecord(consumed(0, delivery(0, "1", 1, new Opened("a"))));
        });
        return consumer;
    }

    private static TopicIds ids() {
        return new TopicIds() {
            @Override
            public String of(String topic) {
                return "id";
            }

            @Override
            public void close() {}
        };
    }

    private ProjectorBuilder builder(FaultPoint faultPoint) {
        return Projector.of(ProjectionDefinition.of(new Tickets()))
                .service("desk")
                .readDatabase(TestDatabase.dataSource())
                .options(ProjectorOptions.defaults()
                        .with(values -> values.backoff = new Backoff(Duration.ofMillis(2), Duration.ofMillis(10))))
                .faultPoint(faultPoint)
                .topicIds(ProjectorTest::ids);
    }

    private void onCommit(FaultPoint.Place place, String projection) {
        if (place == FaultPoint.Place.AFTER_COMMIT_BEFORE_OFFSET) {
            committed.countDown();
        }
    }

    @Test
    void runsUntilStoppedAndLeavesNoThread() throws Exception {
        var projector = builder(this::onCommit).consumers(() -> consumer(false)).build();
        assertThat(projector.status().isUp()).isFalse();
        projector.start(executor);
        assertThat(committed.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(projector.stop(BOUND)).isTrue();

        assertThat(projector.status().phase()).isEqualTo(ProjectorStatus.Phase.STOPPED);
        assertThat(rows("select calls from ticket")).containsExactly("1");
    }

    @Test
    void opensAnotherConsumerWhenOneEndsWithAnError() throws Exception {
        var projector = builder(this::onCommit)
                .consumers(() -> consumer(opened.get() < 2))
                .build();
        projector.start(executor);
        assertThat(committed.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(projector.stop(BOUND)).isTrue();
        assertThat(opened).hasValue(3);
    }

    @Test
    void breaksOffATransactionThatOutlastsTheBound() throws Exception {
        var released = new CountDownLatch(1);
        var projector = builder((place, projection) -> {
                    atCommit.countDown();
                    await(released);
                })
                .consumers(() -> consumer(false))
                .build();
        projector.start(executor);
        assertThat(atCommit.await(30, TimeUnit.SECONDS)).isTrue();

        var stopping = Executors.newSingleThreadExecutor();
        var stopped = stopping.submit(() -> projector.stop(Duration.ofMillis(50)));
        stopping.shutdown();
        assertThat(stopped.get(30, TimeUnit.SECONDS)).isFalse();
        released.countDown();
        assertThat(projector.stop(BOUND)).isTrue();
        assertThat(rows("select 1 from ticket")).isEmpty();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void forgetsProcessedEventsAfterTheirRetention() {
        TestDatabase.run(
                TestDatabase.dataSource(),
                "insert into antiphon.processed_event values ('ticket', 'old', now() - interval '8 days'),"
                        + " ('ticket', 'young', now() - interval '6 days'), ('other', 'old', now() - interval '8 days')");
        builder(FaultPoint.NONE).build().upkeep();
        assertThat(rows("select consumer, event_id from antiphon.processed_event order by 1"))
                .containsExactly("other|old", "ticket|young");
    }

    @Test
    void tellsWhatTheTablesSayOfDeadLetters() {
        TestDatabase.run(
                TestDatabase.dataSource(),
                "insert into antiphon.parked_aggregate (projection, aggregate_id, kind, reason) values"
                        + " ('ticket', '1', 'handler', 'x'), ('ticket', '2', 'gap', 'x'), ('other', '1', 'gap', 'x')");
        var meters = new SimpleMeterRegistry();
        var projector = builder(FaultPoint.NONE).meters(meters).build();
        projector.upkeep();
        assertThat(projector.status().parkedAggregates()).isEqualTo(2);
        assertThat(projector.status().deadLetters()).isZero();
        assertThat(meters.get("antiphon.projection.parked").gauge().value()).isEqualTo(2);
    }

    @Test
    void warnsWhenProcessedEventsAreForgottenBeforeTheirRecords() {
        var warnings = new ArrayList<String>();
        var handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                warnings.add(entry.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        var logger = Logger.getLogger(RetentionCheck.class.getName());
        logger.addHandler(handler);
        try {
            for (var retention : List.of(Duration.ofDays(7), Duration.ofDays(8), Duration.ofMillis(-1))) {
                new RetentionCheck(ProjectionDefinition.of(new Tickets()), Duration.ofDays(7)).run(keeping(retention));
            }
        } finally {
            logger.removeHandler(handler);
        }
        assertThat(warnings)
                .satisfiesExactly(
                        longer -> assertThat(longer)
                                .contains("for PT192H", "antiphon.projector.processed-event-retention.ticket"),
                        endless -> assertThat(endless).contains("for ever"));
    }

    private static TopicIds keeping(Duration retention) {
        return new TopicIds() {
            @Override
            public String of(String topic) {
                return "id";
            }

            @Override
            public Duration retention(String topic) {
                return retention;
            }

            @Override
            public void close() {}
        };
    }
}
