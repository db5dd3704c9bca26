package dev.antiphon.projector.pipeline;

import static dev.antiphon.projector.fixture.Records.delivery;
import static dev.antiphon.projector.fixture.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.antiphon.events.EventJson;
import dev.antiphon.events.Headers;
import dev.antiphon.events.context.CallContext;
import dev.antiphon.projector.ProjectorOptions;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.fixture.Records;
import dev.antiphon.projector.fixture.TestDatabase;
import dev.antiphon.projector.fixture.TicketEvent.Closed;
import dev.antiphon.projector.fixture.TicketEvent.Opened;
import dev.antiphon.projector.fixture.TicketEvent.Raised;
import dev.antiphon.projector.fixture.Tickets;
import dev.antiphon.projector.jdbc.Advance;
import dev.antiphon.projector.jdbc.PositionMovedException;
import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.Failure;
import dev.antiphon.projector.spi.FaultPoint;
import dev.antiphon.projector.spi.Outcome;
import dev.antiphon.projector.spi.Stage;
import java.lang.reflect.UndeclaredThrowableException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PipelineTest {

    private final Tickets tickets = new Tickets();
    private final List<Stage> stages = new ArrayList<>();
    private FaultPoint faultPoint = FaultPoint.NONE;
    private long position;

    @BeforeEach
    void clear() {
        TestDatabase.clearToBegin();
    }

    private Pipeline pipeline() {
        var definition = ProjectionDefinition.of(tickets);
        var transactions = new Transactions(
                TestDatabase.dataSource(),
                definition,
                "desk-ticket",
                ProjectorOptions.defaults(),
                (place, name) -> faultPoint.reached(place, name));
        return new Pipeline(definition, transactions, ProjectorOptions.defaults(), stages);
    }

    private Advance advance(long count) {
        return new Advance(Records.TOPIC, 0, "id", position, position + count);
    }

    private List<Outcome> together(Delivery... deliveries) throws Exception {
        var result = pipeline().applyTogether(List.of(advance(deliveries.length)), List.of(deliveries));
        position += deliveries.length;
        return result.outcomes();
    }

    private Failure postponed(Delivery delivery) {
        var outcome = pipeline().applyAlone(advance(1), delivery.attempt(1));
        assertThat(outcome).isInstanceOf(Outcome.Postponed.class);
        assertThat(((Outcome.Postponed) outcome).delay()).isBetween(Duration.ofMillis(250), Duration.ofMillis(500));
        return ((Outcome.Postponed) outcome).failure();
    }

    @Test
    void commitsEffectPositionWatermarkAndProcessedEventsTogether() throws Exception {
        var outcomes = together(
                delivery(0, "1", 1, new Opened("a")),
                delivery(1, "2", 1, new Opened("b")),
                delivery(2, "1", 2, new Raised(5)),
                delivery(3, "1", 3, new Closed()));

        assertThat(outcomes)
                .containsExactly(
                        new Outcome.Applied(),
                        new Outcome.Applied(),
                        new Outcome.Applied(),
                        new Outcome.Skipped("ticket.closed"));
        assertThat(rows("select id, subject, total, calls from ticket order by id"))
                .containsExactly("1|a|5|2", "2|b|0|1");
        assertThat(rows("select projection, aggregate_id, aggregate_version from antiphon.watermark order by 2"))
                .containsExactly("ticket|1|3", "ticket|2|1");
        assertThat(rows("select consumer, event_id from antiphon.processed_event order by 2"))
                .containsExactly("ticket|event-1-1", "ticket|event-1-2", "ticket|event-2-1");
        assertThat(rows("select next_offset from antiphon.position")).containsExactly("4");
    }

    @Test
    void notesInItsOrderWhatItHasAppliedForClientsToBeTold() throws Exception {
        together(delivery(0, "1", 1, new Opened("a")), delivery(1, "2", 1, new Opened("b")));
        together(
                delivery(2, "1", 1, new Opened("a")),
                delivery(3, "1", 2, new Raised(5)),
                delivery(4, "1", 3, new Closed()));
        faultPoint = (place, name) -> {
            throw new IllegalStateException("killed");
        };
        assertThatThrownBy(() -> together(delivery(5, "2", 2, new Raised(5)))).hasMessage("killed");

        assertThat(
                        rows(
                                "select projection, aggregate_id, aggregate_version, event_type from antiphon.change order by id"))
                .containsExactly("ticket|1|1|ticket.opened", "ticket|2|1|ticket.opened", "ticket|1|2|ticket.raised");
    }

    @Test
    void passesOverWhatWasDeliveredBefore() throws Exception {
        together(delivery(0, "1", 1, new Opened("a")), delivery(1, "1", 2, new Raised(5)));
        var outcomes = together(
                delivery(2, "1", 1, new Opened("a")),
                delivery(3, "1", 2, new Raised(5)),
                delivery(4, "1", 3, new Raised(1)),
                delivery(5, "1", 3, new Raised(1)));

        assertThat(outcomes)
                .containsExactly(
                        new Outcome.Duplicate(),
                        new Outcome.Duplicate(),
                        new Outcome.Applied(),
                        new Outcome.Duplicate());
        assertThat(rows("select total, calls from ticket")).containsExactly("6|3");
    }

    @Test
    void recognisesAnEventByItsIdWhereTheWatermarkIsGone() throws Exception {
        together(delivery(0, "1", 1, new Opened("a")), delivery(1, "1", 2, new Raised(5)));
        TestDatabase.run(TestDatabase.dataSource(), "truncate antiphon.watermark");
        var outcomes = together(delivery(2, "1", 1, new Opened("a")), delivery(3, "1", 2, new Raised(5)));

        assertThat(outcomes).containsExactly(new Outcome.Duplicate(), new Outcome.Duplicate());
        assertThat(rows("select total, calls from ticket")).containsExactly("5|2");
        assertThat(rows("select aggregate_version from antiphon.watermark")).containsExactly("2");
    }

    @Test
    void advancesTheWatermarkOverTypesThatNobodyKnows() throws Exception {
        var unknown = new HashMap<>(Headers.write(Records.envelope("ticket.burnt", "1", 2)));
        var outcomes = together(
                delivery(0, "1", 1, new Opened("a")),
                delivery(1, "1", unknown, Records.bytes("no json")),
                delivery(2, "1", 3, new Raised(5)));

        assertThat(outcomes).element(1).isEqualTo(new Outcome.Skipped("ticket.burnt"));
        assertThat(rows("select total from ticket")).containsExactly("5");
    }

    @Test
    void skipsEventsOfAnotherAggregateTypeWithTheSameKey() throws Exception {
        var foreign = new HashMap<>(Headers.write(Records.envelope("ticket.raised", "1", 40)));
        foreign.put(Headers.AGGREGATE_TYPE, "invoice");
        var outcomes = together(
                delivery(0, "1", foreign, Records.bytes("{\"amount\":1}")), delivery(1, "1", 1, new Opened("a")));

        assertThat(outcomes).containsExactly(new Outcome.Skipped("aggregate-type"), new Outcome.Applied());
        assertThat(rows("select aggregate_version from antiphon.watermark")).containsExactly("1");
    }

    @Test
    void rollsEverythingBackWhenOneRecordFails() {
        tickets.before = envelope -> {
            if (envelope.aggregateId().equals("2")) {
                throw new IllegalStateException("broken");
            }
        };
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> together(delivery(0, "1", 1, new Opened("a")), delivery(1, "2", 1, new Opened("b"))))
                .withMessage("broken");
        assertNothingIsWritten();
    }

    @Test
    void rollsEverythingBackBeforeTheCommit() {
        faultPoint = (place, projection) -> {
            throw new IllegalStateException(place + " of " + projection);
        };
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> together(delivery(0, "1", 1, new Opened("a"))))
                .withMessage("AFTER_EFFECT_BEFORE_COMMIT of ticket");
        assertNothingIsWritten();
    }

    private static void assertNothingIsWritten() {
        assertThat(rows("select 1 from ticket")).isEmpty();
        assertThat(rows("select 1 from antiphon.watermark")).isEmpty();
        assertThat(rows("select 1 from antiphon.processed_event")).isEmpty();
        assertThat(rows("select next_offset from antiphon.position")).containsExactly("0");
    }

    @Test
    void postponesAGapAndNamesIt() throws Exception {
        var missing = postponed(delivery(0, "1", 3, new Raised(5)));
        assertThat(missing.kind()).isEqualTo(Failure.Kind.GAP);
        assertThat(missing.message()).contains("ticket 1: versions 1 to 2 are missing", "none has been seen");

        together(delivery(0, "1", 1, new Opened("a")));
        assertThat(postponed(delivery(1, "1", 3, new Raised(5))).message())
                .contains("version 2 is missing", "the last one seen is 1", "has version 3");
        assertThat(rows("select total from ticket")).containsExactly("0");
    }

    @Test
    void survivesErrorsOfHandlers() {
        tickets.before = envelope -> {
            throw new StackOverflowError();
        };
        assertThat(postponed(delivery(0, "1", 1, new Opened("a"))).kind()).isEqualTo(Failure.Kind.HANDLER);
    }

    @Test
    void doesNotBlameTheRecordForALockThatIsNotToBeHad() {
        tickets.before = envelope -> {
            throw new UndeclaredThrowableException(new SQLException("deadlock", "40P01"));
        };
        var failure = postponed(delivery(0, "1", 1, new Opened("a")));
        assertThat(failure.kind()).isEqualTo(Failure.Kind.CONTENDED);
        assertThat(failure.message()).isEqualTo("SQLException: deadlock");
    }

    @Test
    void stopsWhereAnotherConsumerHasMovedThePosition() {
        TestDatabase.run(TestDatabase.dataSource(), "update antiphon.position set next_offset = 7");
        assertThatExceptionOfType(PositionMovedException.class)
                .isThrownBy(() -> together(delivery(0, "1", 1, new Opened("a"))));
        assertThat(postponed(delivery(0, "1", 1, new Opened("a"))).kind()).isEqualTo(Failure.Kind.POSITION_MOVED);
        assertThat(rows("select 1 from ticket")).isEmpty();
    }

    @Test
    void bindsCorrelationAndTraceAroundTheHandler() throws Exception {
        var seen = new ArrayList<CallContext>();
        tickets.before = envelope -> seen.add(CallContext.current());
        together(delivery(0, "1", 1, new Opened("a")));

        assertThat(seen).singleElement().satisfies(call -> {
            assertThat(call.correlationId()).isEqualTo("correlation-1");
            assertThat(call.causationId()).isEqualTo("event-1-1");
            assertThat(call.traceparent()).startsWith("00-0af7651916cd43dd8448eb211c80319c-");
        });
        assertThat(CallContext.current().correlationId()).isNotEqualTo("correlation-1");
    }

    @Test
    void runsUsersStagesBetweenDeduplicationAndHandler() throws Exception {
        var order = new ArrayList<String>();
        stages.add((delivery, next) -> {
            order.add("first " + delivery.offset());
            return next.handle(delivery);
        });
        stages.add((delivery, next) -> {
            order.add("second " + delivery.offset());
            return next.handle(delivery);
        });
        tickets.before = envelope -> order.add("handler");
        together(delivery(0, "1", 1, new Opened("a")), delivery(1, "1", 1, new Opened("a")));

        assertThat(order).containsExactly("first 0", "second 0", "handler");
    }

    @Test
    void takesAStagesPostponementAsItIs() {
        stages.add((delivery, next) -> new Outcome.Postponed(
                new Failure(Failure.Kind.HANDLER, "closed for lunch", new IllegalStateException()),
                Duration.ofMillis(300)));
        assertThat(postponed(delivery(0, "1", 1, new Opened("a"))).message()).isEqualTo("closed for lunch");
        assertNothingIsWritten();
    }

    @Test
    void readsPayloadsThatHaveMoreFields() throws Exception {
        var headers = Headers.write(Records.envelope("ticket.opened", "1", 1));
        var json = EventJson.write(new Opened("a")).replace("}", ",\"colour\":\"red\"}");
        assertThat(together(delivery(0, "1", headers, Records.bytes(json)))).containsExactly(new Outcome.Applied());
    }
}
