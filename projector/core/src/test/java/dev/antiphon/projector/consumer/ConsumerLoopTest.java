package dev.antiphon.projector.consumer;

import static dev.antiphon.projector.fixture.Records.consumed;
import static dev.antiphon.projector.fixture.Records.delivery;
import static dev.antiphon.projector.fixture.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.antiphon.projector.ProjectorOptions;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.fixture.BreakableDataSource;
import dev.antiphon.projector.fixture.MutableClock;
import dev.antiphon.projector.fixture.Records;
import dev.antiphon.projector.fixture.TestDatabase;
import dev.antiphon.projector.fixture.TicketEvent;
import dev.antiphon.projector.fixture.TicketEvent.Opened;
import dev.antiphon.projector.fixture.TicketEvent.Raised;
import dev.antiphon.projector.fixture.Tickets;
import dev.antiphon.projector.pipeline.Pipeline;
import dev.antiphon.projector.pipeline.Transactions;
import dev.antiphon.projector.spi.Failure;
import dev.antiphon.projector.spi.FaultPoint;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConsumerLoopTest {

    private static final TopicPartition ZERO = new TopicPartition(Records.TOPIC, 0);
    private static final TopicPartition ONE = new TopicPartition(Records.TOPIC, 1);

    private final Tickets tickets = new Tickets();
    private final MutableClock clock = new MutableClock();
    private final BreakableDataSource database = new BreakableDataSource();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Lags lags = new Lags(1, clock);
    private final Lag lag = lags.ofThread(0);
    private final PauseWatch pause = new PauseWatch("ticket");
    private MockConsumer<byte[], byte[]> consumer;
    private ConsumerLoop loop;
    private String topicId = "first";
    private FaultPoint faultPoint = FaultPoint.NONE;

    @BeforeEach
    void begin() {
        TestDatabase.clear();
        open();
    }

    /** As after a restart: everything in memory is new. */
    private void open() {
        var options = ProjectorOptions.defaults();
        var definition = ProjectionDefinition.of(tickets);
        FaultPoint points = (place, name) -> faultPoint.reached(place, name);
        var transactions = new Transactions(database.dataSource(), definition, "desk-ticket", options, points);
        TopicIds ids = new TopicIds() {
            @Override
            public String of(String topic) {
                return topicId;
            }

            @Override
            public void close() {}
        };
        consumer = new MockConsumer<>("none");
        loop = new ConsumerLoop(
                "ticket",
                Records.TOPIC,
                consumer,
                new Pipeline(definition, transactions, options, List.of()),
                new Positioning(definition, database.dataSource(), ids),
                ids,
                options,
                new ProjectionMetrics(meters, "ticket", lags, new Backlog(), pause),
                pause,
                lag,
                points,
                clock);
        loop.begin();
        consumer.updateBeginningOffsets(Map.of(ZERO, 0L, ONE, 0L));
        consumer.updateEndOffsets(Map.of(ZERO, 100L, ONE, 100L));
    }

    private void assign(TopicPartition... partitions) {
        consumer.rebalance(List.of(partitions));
        loop.turn();
    }

    private void add(int partition, long offset, String ticket, long version, TicketEvent event) {
        consumer.addRecord(consumed(partition, delivery(offset, ticket, version, event)));
    }

    private void turns(int count) {
        for (var i = 0; i < count; i++) {
            loop.turn();
        }
    }

    private static void position(String id, long offset) {
        TestDatabase.run(
                TestDatabase.dataSource(),
                "insert into antiphon.position values ('ticket', 'shop.test.ticket', 0, '" + id + "', " + offset
                        + ", now()) on conflict (projection, topic, partition) do update set next_offset = excluded.next_offset");
    }

    private double count(String meter) {
        return meters.get(meter).counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    @Test
    void appliesAPollAndThenTellsKafka() {
        assign(ZERO);
        assertThat(loop.isJoined()).isTrue();
        add(0, 0, "1", 1, new Opened("a"));
        add(0, 1, "1", 2, new Raised(5));
        loop.turn();

        assertThat(rows("select total, calls from ticket")).containsExactly("5|2");
        assertThat(rows("select topic_id, next_offset from antiphon.position")).containsExactly("first|2");
        assertThat(consumer.committed(Set.of(ZERO)).get(ZERO).offset()).isEqualTo(2);
        assertThat(count("antiphon.projection.applied")).isEqualTo(2);
        assertThat(meters.get("antiphon.projection.batch.size").summary().max()).isEqualTo(2);
    }

    @Test
    void believesTheReadDatabaseAndNotTheGroup() {
        position("first", 7);
        assign(ZERO);
        assertThat(consumer.position(ZERO)).isEqualTo(7);
        assertThat(consumer.paused()).isEmpty();
    }

    @Test
    void beginsAgainWhereTheTopicIsAnotherOne() {
        position("older", 7);
        assign(ZERO);
        assertThat(consumer.position(ZERO)).isZero();
        assertThat(rows("select topic_id, next_offset from antiphon.position")).containsExactly("first|0");
    }

    @Test
    void noticesATopicMadeAnewWhileRunning() {
        assign(ZERO);
        add(0, 0, "1", 1, new Opened("a"));
        loop.turn();
        topicId = "second";
        clock.advance(Duration.ofSeconds(31));
        turns(2);
        assertThat(consumer.position(ZERO)).isZero();
        add(0, 0, "1", 1, new Opened("a"));
        loop.turn();
        assertThat(rows("select topic_id, next_offset from antiphon.position")).containsExactly("second|1");
        assertThat(rows("select calls from ticket")).containsExactly("1");
    }

    @Test
    void standsStillAtABadRecordWhileOthersFlow() {
        var broken = new ArrayList<>(List.of("2"));
        tickets.before = envelope -> {
            if (broken.contains(envelope.aggregateId())) {
                throw new IllegalStateException("broken");
            }
        };
        assign(ZERO, ONE);
        add(0, 0, "1", 1, new Opened("a"));
        add(0, 1, "2", 1, new Opened("b"));
        add(0, 2, "1", 2, new Raised(5));
        add(1, 0, "3", 1, new Opened("c"));
        turns(4);

        assertThat(rows("select id from ticket order by id")).containsExactly("1", "3");
        assertThat(loop.failing()).singleElement().satisfies(failing -> {
            assertThat(failing.partition()).isZero();
            assertThat(failing.offset()).isOne();
            assertThat(failing.attempts()).isOne();
            assertThat(failing.failure().kind()).isEqualTo(Failure.Kind.HANDLER);
            assertThat(failing.failure().message()).isEqualTo("IllegalStateException: broken");
        });
        assertThat(consumer.paused()).containsExactly(ZERO);

        add(1, 1, "3", 2, new Raised(1));
        clock.advance(Duration.ofSeconds(1));
        turns(2);
        assertThat(rows("select total from ticket where id = '3'")).containsExactly("1");
        assertThat(loop.failing().get(0).attempts()).isEqualTo(2);
        assertThat(consumer.committed(Set.of(ZERO)).get(ZERO).offset()).isOne();

        broken.clear();
        clock.advance(Duration.ofSeconds(2));
        turns(3);
        assertThat(rows("select id, total, calls from ticket order by id")).containsExactly("1|5|2", "2|0|1", "3|1|2");
        assertThat(loop.failing()).isEmpty();
        assertThat(consumer.paused()).isEmpty();
        assertThat(count("antiphon.projection.failures")).isEqualTo(2);
    }

    @Test
    void raisesTheAlarmAtAGapAndGoesOnWhenItIsClosed() {
        assign(ZERO);
        add(0, 0, "1", 2, new Raised(5));
        turns(2);
        assertThat(loop.failing())
                .singleElement()
                .satisfies(failing -> assertThat(failing.failure().kind()).isEqualTo(Failure.Kind.GAP));

        TestDatabase.run(
                TestDatabase.dataSource(),
                "insert into ticket (id) values ('1')",
                "insert into antiphon.watermark values ('ticket', '1', 1)");
        clock.advance(Duration.ofSeconds(1));
        loop.turn();
        assertThat(loop.failing()).isEmpty();
        assertThat(rows("select total from ticket")).containsExactly("5");
    }

    @Test
    void waitsForTheDatabaseAndBlamesNoRecord() {
        assign(ZERO);
        database.away.set(true);
        add(0, 0, "1", 1, new Opened("a"));
        loop.turn();
        assertThat(loop.reason()).isNull();
        clock.advance(Duration.ofSeconds(1));
        loop.turn();
        assertThat(loop.reason()).contains("the pool is empty");
        assertThat(loop.failing()).isEmpty();
        assertThat(lag.records()).isEqualTo(100);

        database.away.set(false);
        clock.advance(Duration.ofSeconds(2));
        loop.turn();
        assertThat(loop.reason()).isNull();
        assertThat(rows("select calls from ticket")).containsExactly("1");
    }

    @Test
    void takesPartitionsOnceTheDatabaseIsBack() {
        database.away.set(true);
        assign(ZERO);
        assertThat(consumer.paused()).containsExactly(ZERO);
        database.away.set(false);
        clock.advance(Duration.ofSeconds(1));
        loop.turn();
        assertThat(consumer.paused()).isEmpty();
    }

    @Test
    void goesOnFromWhereAnotherConsumerHasMovedThePosition() {
        assign(ZERO);
        add(0, 0, "1", 1, new Opened("a"));
        loop.turn();
        TestDatabase.run(TestDatabase.dataSource(), "update antiphon.position set next_offset = 5");
        add(0, 1, "1", 2, new Raised(5));
        turns(2);

        assertThat(consumer.position(ZERO)).isEqualTo(5);
        assertThat(rows("select total, calls from ticket")).containsExactly("0|1");
    }

    @Test
    void countsOnceWhatWasCommittedWhenItDied() {
        assign(ZERO);
        add(0, 0, "1", 1, new Opened("a"));
        faultPoint = (place, projection) -> {
            if (place == FaultPoint.Place.AFTER_COMMIT_BEFORE_OFFSET) {
                throw new IllegalStateException("killed");
            }
        };
        assertThatIllegalStateException().isThrownBy(loop::turn).withMessage("killed");
        assertThat(consumer.committed(Set.of(ZERO))).isEmpty();

        faultPoint = FaultPoint.NONE;
        open();
        assign(ZERO);
        assertThat(consumer.position(ZERO)).isOne();
        assertThat(rows("select calls from ticket")).containsExactly("1");
    }

    @Test
    void appliesAgainWhatWasNotCommittedWhenItDied() {
        assign(ZERO);
        add(0, 0, "1", 1, new Opened("a"));
        faultPoint = (place, projection) -> {
            if (place == FaultPoint.Place.AFTER_EFFECT_BEFORE_COMMIT) {
                throw new IllegalStateException("killed");
            }
        };
        loop.turn();
        assertThat(rows("select 1 from ticket")).isEmpty();

        faultPoint = FaultPoint.NONE;
        open();
        assign(ZERO);
        assertThat(consumer.position(ZERO)).isZero();
        add(0, 0, "1", 1, new Opened("a"));
        loop.turn();
        assertThat(rows("select calls from ticket")).containsExactly("1");
    }

    @Test
    void seesTheLagGrowWhileARecordStandsStill() {
        assign(ZERO);
        add(0, 0, "1", 2, new Raised(5));
        turns(2);
        consumer.updateEndOffsets(Map.of(ZERO, 500L));
        clock.advance(Duration.ofSeconds(31));
        loop.turn();
        assertThat(lag.records()).isEqualTo(500);
        assertThat(lag.seconds()).isGreaterThan(30);
    }

    @Test
    void handsOverAndTakesOverBetweenTransactions() {
        assign(ZERO);
        add(0, 0, "1", 1, new Opened("a"));
        loop.turn();
        consumer.rebalance(List.of(ONE));
        loop.turn();
        assertThat(loop.assigned()).containsExactly(1);
    }

    /** Turns until the first record has used up its retries. */
    private void exhaustRetries() {
        for (var i = 0; i < 8; i++) {
            loop.turn();
            clock.advance(Duration.ofSeconds(31));
        }
    }

    private void breakTicketTwo() {
        tickets.before = envelope -> {
            if (envelope.aggregateId().equals("2")) {
                throw new IllegalStateException("broken");
            }
        };
    }

    @Test
    void parksTheAggregateOfAPoisonEventAndGoesOn() {
        breakTicketTwo();
        assign(ZERO);
        add(0, 0, "1", 1, new Opened("a"));
        add(0, 1, "2", 1, new Opened("b"));
        add(0, 2, "1", 2, new Raised(5));
        exhaustRetries();
        add(0, 3, "2", 2, new Raised(7));
        add(0, 4, "1", 3, new Raised(1));
        turns(2);

        assertThat(rows("select id, total, calls from ticket")).containsExactly("1|6|3");
        assertThat(rows("select aggregate_id, aggregate_version, attempts from antiphon.dead_letter order by id"))
                .containsExactly("2|1|6", "2|2|0");
        assertThat(rows("select next_offset from antiphon.position")).containsExactly("5");
        assertThat(loop.failing()).isEmpty();
        assertThat(count("antiphon.projection.deadletters")).isEqualTo(2);
    }

    @Test
    void losesAndDoublesNothingWhenItDiesBetweenParkingAndOffset() {
        breakTicketTwo();
        faultPoint = (place, projection) -> {
            if (place == FaultPoint.Place.AFTER_PARKING_BEFORE_OFFSET) {
                throw new IllegalStateException("killed");
            }
        };
        assign(ZERO);
        add(0, 0, "2", 1, new Opened("b"));
        add(0, 1, "2", 2, new Raised(7));
        assertThatIllegalStateException().isThrownBy(this::exhaustRetries).withMessage("killed");

        faultPoint = FaultPoint.NONE;
        open();
        assign(ZERO);
        assertThat(consumer.position(ZERO)).isOne();
        add(0, 1, "2", 2, new Raised(7));
        turns(2);
        assertThat(rows("select aggregate_version from antiphon.dead_letter order by id"))
                .containsExactly("1", "2");
        assertThat(rows("select next_offset from antiphon.position")).containsExactly("2");
    }

    @Test
    void letsOtherPartitionsFlowWhileOneLosesItsLocks() {
        tickets.before = envelope -> {
            if (envelope.aggregateId().equals("2")) {
                throw new IllegalStateException(new java.sql.SQLException("lock", "55P03"));
            }
        };
        assign(ZERO, ONE);
        add(0, 0, "2", 1, new Opened("b"));
        add(1, 0, "3", 1, new Opened("c"));
        exhaustRetries();
        assertThat(rows("select id from ticket")).containsExactly("3");
        assertThat(rows("select 1 from antiphon.dead_letter")).isEmpty();
        assertThat(loop.failing()).hasSize(1);
        assertThat(loop.reason()).isNull();
    }

    @Test
    void parksAGapAfterABoundedWait() {
        assign(ZERO);
        add(0, 0, "1", 2, new Raised(5));
        add(0, 1, "3", 1, new Opened("c"));
        exhaustRetries();
        assertThat(rows("select aggregate_id, kind from antiphon.parked_aggregate"))
                .containsExactly("1|gap");
        assertThat(rows("select id from ticket")).containsExactly("3");
    }
}
