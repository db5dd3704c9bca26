package dev.antiphon.projector.pipeline;

import static dev.antiphon.projector.fixture.Records.delivery;
import static dev.antiphon.projector.fixture.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.antiphon.projector.ProjectorOptions;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.fixture.Records;
import dev.antiphon.projector.fixture.TestDatabase;
import dev.antiphon.projector.fixture.TicketEvent.Opened;
import dev.antiphon.projector.fixture.TicketEvent.Raised;
import dev.antiphon.projector.fixture.TicketEvent.Ticket;
import dev.antiphon.projector.fixture.TicketSums;
import dev.antiphon.projector.fixture.Tickets;
import dev.antiphon.projector.jdbc.Advance;
import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.Failure;
import dev.antiphon.projector.spi.FaultPoint;
import dev.antiphon.projector.spi.Outcome;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rule S3: rows of snapshots, beside events that flow. */
@Timeout(60)
class SnapshotsTest {

    private static final int LAST = ProjectorOptions.defaults().retries() + 1;
    private static final FaultPoint KILL = (place, name) -> {
        throw new IllegalStateException("killed");
    };

    private final ProjectionDefinition definition = ProjectionDefinition.of(new TicketSums());
    private long position;

    @BeforeEach
    void clear() {
        TestDatabase.clearToBegin();
    }

    private Transactions transactions(FaultPoint faultPoint) {
        return new Transactions(
                TestDatabase.dataSource(), definition, "desk-ticket", ProjectorOptions.defaults(), faultPoint);
    }

    private Snapshots snapshots(FaultPoint faultPoint) {
        return new Snapshots(definition, transactions(faultPoint));
    }

    private Snapshots.Result apply(Ticket... tickets) throws Exception {
        return snapshots(FaultPoint.NONE).apply(List.of(tickets));
    }

    private Pipeline pipeline(FaultPoint faultPoint) {
        return new Pipeline(definition, transactions(faultPoint), ProjectorOptions.defaults(), List.of());
    }

    private Advance advance(int count) {
        return new Advance(Records.TOPIC, 0, "id", position, position += count);
    }

    private List<Outcome> receive(FaultPoint faultPoint, Delivery... deliveries) throws Exception {
        return pipeline(faultPoint)
                .applyTogether(List.of(advance(deliveries.length)), List.of(deliveries))
                .outcomes();
    }

    private Outcome receiveForTheLastTime(Delivery delivery) {
        return pipeline(FaultPoint.NONE).applyAlone(advance(1), delivery.attempt(LAST));
    }

    private static List<String> sums() {
        return rows("select amount, tickets from ticket_sum");
    }

    private static List<String> watermarks() {
        return rows("select aggregate_id, aggregate_version from antiphon.watermark order by 1");
    }

    @Test
    void setRowsAndWatermarksTogetherAndNothingElse() throws Exception {
        assertThat(apply(new Ticket("2", 1, 5), new Ticket("1", 3, 7))).isEqualTo(new Snapshots.Result(2, 0, 0));

        assertThat(sums()).containsExactly("12|2");
        assertThat(watermarks()).containsExactly("1|3", "2|1");
        assertThat(rows("select 1 from antiphon.processed_event")).isEmpty();
        assertThat(rows("select next_offset from antiphon.position")).containsExactly("0");
    }

    @Test
    void writeTheSameVersionAnewAndPassOverAnOlderOne() throws Exception {
        apply(new Ticket("1", 3, 7));
        assertThat(apply(new Ticket("1", 3, 8), new Ticket("2", 1, 1))).isEqualTo(new Snapshots.Result(2, 0, 0));
        assertThat(apply(new Ticket("1", 2, 9))).isEqualTo(new Snapshots.Result(0, 1, 0));
        assertThat(sums()).containsExactly("9|2");
        assertThat(watermarks()).containsExactly("1|3", "2|1");
    }

    @Test
    void letTheNextEventInAndNoneBefore() throws Exception {
        apply(new Ticket("1", 2, 7));
        assertThat(receive(
                        FaultPoint.NONE,
                        delivery(0, "1", 1, new Opened("a")),
                        delivery(1, "1", 2, new Raised(7)),
                        delivery(2, "1", 3, new Raised(10))))
                .containsExactly(new Outcome.Duplicate(), new Outcome.Duplicate(), new Outcome.Applied());
        assertThat(sums()).containsExactly("10|1");
    }

    @Test
    void replaceWhatEventsHaveMade() throws Exception {
        receive(FaultPoint.NONE, delivery(0, "1", 1, new Raised(5)), delivery(1, "2", 1, new Raised(1)));
        apply(new Ticket("1", 4, 50));
        assertThat(sums()).containsExactly("51|2");
    }

    @Test
    void leaveNothingWhenTheyDieBeforeTheCommit() throws Exception {
        assertThatIllegalStateException().isThrownBy(() -> snapshots(KILL).apply(List.of(new Ticket("1", 3, 7))));
        assertThat(sums()).isEmpty();
        assertThat(watermarks()).isEmpty();
        assertThatIllegalStateException()
                .isThrownBy(() -> apply(new Ticket("2", 1, 1), new Ticket("1", 3, -1)))
                .withMessageContaining("below zero");
        assertThat(sums()).isEmpty();
        assertThat(apply(new Ticket("1", 3, 7)).applied()).isOne();
    }

    /** Rule E5: what is in the snapshot needs no letter any more. */
    @Test
    void coverTheLettersOfAParkedAggregateAndUnparkIt() throws Exception {
        receiveForTheLastTime(delivery(0, "1", 1, new Raised(-5)));
        receive(FaultPoint.NONE, delivery(1, "1", 2, new Raised(7)), delivery(2, "2", 1, new Raised(1)));

        assertThat(apply(new Ticket("1", 1, 3), new Ticket("2", 1, 1))).isEqualTo(new Snapshots.Result(2, 0, 1));
        assertThat(rows("select aggregate_version from antiphon.dead_letter")).containsExactly("2");
        assertThat(rows("select aggregate_id from antiphon.parked_aggregate")).containsExactly("1");

        assertThat(apply(new Ticket("1", 3, 9))).isEqualTo(new Snapshots.Result(1, 0, 1));
        assertThat(rows("select 1 from antiphon.dead_letter")).isEmpty();
        assertThat(rows("select 1 from antiphon.parked_aggregate")).isEmpty();
        assertThat(rows("select action, aggregate_version from antiphon.dead_letter_audit order by id"))
                .containsExactly("covered|1", "covered|2");
        assertThat(receive(FaultPoint.NONE, delivery(3, "1", 3, new Raised(9)), delivery(4, "1", 4, new Raised(10))))
                .containsExactly(new Outcome.Duplicate(), new Outcome.Applied());
        assertThat(sums()).containsExactly("11|2");
    }

    @Test
    void needAMethodOfTheProjection() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Snapshots(ProjectionDefinition.of(new Tickets()), transactions(FaultPoint.NONE)))
                .withMessageContainingAll("'ticket'", "cannot be rebuilt");
    }

    /** Stops a transaction before its commit until another one waits for a lock. */
    private static final class Meeting implements FaultPoint {

        private final CountDownLatch reached = new CountDownLatch(1);

        @Override
        public void reached(Place place, String name) {
            reached.countDown();
            while (rows("select 1 from pg_locks where not granted").isEmpty()) {
                Thread.onSpinWait();
            }
        }
    }

    /** Runs the first up to its commit, then the second until it waits for the first; gives what came of the second. */
    private static <T> CompletableFuture<T> meet(Meeting meeting, Callable<?> first, Callable<T> second)
            throws Exception {
        var before = async(first);
        assertThat(meeting.reached.await(20, TimeUnit.SECONDS)).isTrue();
        var after = async(second);
        before.join();
        return after;
    }

    /** On a thread of its own: the common pool may have one only, and both must run. */
    private static <T> CompletableFuture<T> async(Callable<T> work) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return work.call();
                    } catch (Exception e) {
                        throw new CompletionException(e);
                    }
                },
                task -> new Thread(task, "snapshots-test").start());
    }

    /** There is no watermark yet that either could hold. */
    @Test
    void meetingTheFirstEventsOfTheirAggregateAreTriedAgain() throws Exception {
        var meeting = new Meeting();
        var snapshot = meet(
                meeting,
                () -> receive(meeting, delivery(0, "1", 1, new Raised(5)), delivery(1, "1", 2, new Raised(7))),
                () -> apply(new Ticket("1", 3, 10)));

        assertThat(failureOf(snapshot)).isEqualTo(Failure.Kind.CONTENDED);
        assertThat(sums()).containsExactly("7|1");
        apply(new Ticket("1", 3, 10));
        assertThat(sums()).containsExactly("10|1");
        assertThat(watermarks()).containsExactly("1|3");
    }

    @Test
    void makeTheFirstEventsOfTheirAggregateTryAgain() throws Exception {
        var meeting = new Meeting();
        var deliveries = new Delivery[] {
            delivery(0, "1", 1, new Raised(5)), delivery(1, "1", 2, new Raised(7)),
            delivery(2, "1", 3, new Raised(10)), delivery(3, "1", 4, new Raised(20))
        };
        var events = meet(
                meeting,
                () -> snapshots(meeting).apply(List.of(new Ticket("1", 3, 10))),
                () -> receive(FaultPoint.NONE, deliveries));

        assertThat(failureOf(events)).isEqualTo(Failure.Kind.CONTENDED);
        assertThat(sums()).containsExactly("10|1");
        position = 0;
        assertThat(receive(FaultPoint.NONE, deliveries)).endsWith(new Outcome.Duplicate(), new Outcome.Applied());
        assertThat(sums()).containsExactly("20|1");
        assertThat(watermarks()).containsExactly("1|4");
    }

    private static Failure.Kind failureOf(CompletableFuture<?> work) {
        return work.handle((result, failure) -> {
                    assertThat(failure)
                            .as("it went through, and there is %s", sums())
                            .isNotNull();
                    return Failures.of(failure.getCause()).kind();
                })
                .join();
    }
}
