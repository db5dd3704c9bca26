package dev.antiphon.projector.pipeline;

import static dev.antiphon.projector.fixture.Records.bytes;
import static dev.antiphon.projector.fixture.Records.delivery;
import static dev.antiphon.projector.fixture.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.events.EventJson;
import dev.antiphon.events.Headers;
import dev.antiphon.projector.ProjectorOptions;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.fixture.Records;
import dev.antiphon.projector.fixture.TestDatabase;
import dev.antiphon.projector.fixture.TicketEvent.Opened;
import dev.antiphon.projector.fixture.TicketEvent.Raised;
import dev.antiphon.projector.fixture.Tickets;
import dev.antiphon.projector.jdbc.Advance;
import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.Failure;
import dev.antiphon.projector.spi.FaultPoint;
import dev.antiphon.projector.spi.Outcome;
import dev.antiphon.projector.spi.RecordHeader;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeadLetterTest {

    private static final int LAST = ProjectorOptions.defaults().retries() + 1;

    private final Tickets tickets = new Tickets();
    private long position;

    @BeforeEach
    void clear() {
        TestDatabase.clearToBegin();
    }

    private Pipeline pipeline() {
        var definition = ProjectionDefinition.of(tickets);
        var options = ProjectorOptions.defaults();
        var transactions =
                new Transactions(TestDatabase.dataSource(), definition, "desk-ticket", options, FaultPoint.NONE);
        return new Pipeline(definition, transactions, options, List.of());
    }

    private Outcome alone(Delivery delivery) {
        var outcome = pipeline().applyAlone(new Advance(Records.TOPIC, 0, "id", position, position + 1), delivery);
        position += outcome instanceof Outcome.Postponed ? 0 : 1;
        return outcome;
    }

    private List<Outcome> together(Delivery... deliveries) throws Exception {
        var advance = new Advance(Records.TOPIC, 0, "id", position, position + deliveries.length);
        var result = pipeline().applyTogether(List.of(advance), List.of(deliveries));
        position += deliveries.length;
        return result.outcomes();
    }

    private static Failure.Kind letter(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.DeadLettered.class);
        return ((Outcome.DeadLettered) outcome).why().kind();
    }

    private void breakHandler() {
        tickets.before = envelope -> {
            throw new IllegalStateException("broken \0 handler");
        };
    }

    @Test
    void aFailingHandlerGetsItsRetriesAndThenALetterWithParkingAndPosition() {
        breakHandler();
        for (var attempt = 1; attempt < LAST; attempt++) {
            assertThat(alone(delivery(0, "1", 1, new Opened("a")).attempt(attempt)))
                    .isInstanceOf(Outcome.Postponed.class);
        }
        assertThat(rows("select 1 from antiphon.dead_letter")).isEmpty();
        assertThat(letter(alone(delivery(0, "1", 1, new Opened("a")).attempt(LAST))))
                .isEqualTo(Failure.Kind.HANDLER);

        assertThat(rows("select projection, consumer, topic, partition, record_offset, aggregate_id, aggregate_version,"
                        + " event_type, correlation_id, kind, reason, attempts from antiphon.dead_letter"))
                .containsExactly("ticket|desk-ticket|shop.test.ticket|0|0|1|1|ticket.opened|correlation-1|handler|"
                        + "IllegalStateException: broken   handler|6");
        assertThat(rows("select projection, aggregate_id, aggregate_type, kind from antiphon.parked_aggregate"))
                .containsExactly("ticket|1|ticket|handler");
        assertThat(rows("select next_offset from antiphon.position")).containsExactly("1");
        assertThat(rows("select 1 from antiphon.watermark union all select 1 from antiphon.processed_event"))
                .isEmpty();
    }

    @Test
    void laterEventsOfAParkedAggregateFollowItAndOthersFlow() throws Exception {
        breakHandler();
        alone(delivery(0, "1", 1, new Opened("a")).attempt(LAST));
        tickets.before = envelope -> {};
        var outcomes = together(
                delivery(1, "1", 2, new Raised(5)),
                delivery(2, "2", 1, new Opened("b")),
                delivery(3, "1", 2, new Raised(5)));

        assertThat(outcomes)
                .containsExactly(new Outcome.DeadLettered(null), new Outcome.Applied(), new Outcome.DeadLettered(null));
        assertThat(rows("select aggregate_version, kind, attempts from antiphon.dead_letter order by sort_version"))
                .containsExactly("1|handler|6", "2|follows|0");
        assertThat(rows("select id from ticket")).containsExactly("2");
        assertThat(rows("select event_id from antiphon.processed_event")).containsExactly("event-2-1");
    }

    @Test
    void whatCannotBeUnderstoodIsGivenUpAtOnce() {
        var headers = new HashMap<>(Headers.write(Records.envelope("ticket.opened", "1", 1)));
        assertThat(letter(alone(delivery(0, "1", headers, bytes("{")).attempt(1))))
                .isEqualTo(Failure.Kind.UNREADABLE);

        headers.remove(Headers.EVENT_ID);
        assertThat(letter(alone(delivery(1, "2", headers, bytes("{}")).attempt(1))))
                .isEqualTo(Failure.Kind.UNREADABLE);

        var newer = new HashMap<>(Headers.write(Records.envelope("ticket.opened", "3", 1)));
        newer.put(Headers.SCHEMA_VERSION, "7");
        assertThat(letter(alone(delivery(2, "3", newer, bytes("{}")).attempt(1))))
                .isEqualTo(Failure.Kind.UNREADABLE);

        assertThat(rows("select aggregate_id, reason from antiphon.parked_aggregate order by 1"))
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("1|UnreadablePayloadException"),
                        second -> assertThat(second).contains("Event-Id is missing"),
                        third -> assertThat(third).contains("schema version 7"));
    }

    @Test
    void aRecordOfAnUnknownAggregateParksNothingAndIsKeptByteForByte() {
        var key = new byte[] {(byte) 0xff, 0, 1};
        var headers = List.of(new RecordHeader("x", new byte[] {0, (byte) 0xfe}), new RecordHeader("x", null));
        var value = bytes(EventJson.write(new Opened("a")));
        var binary = new Delivery(Records.TOPIC, 0, 0, Instant.EPOCH, key, value, headers);
        assertThat(letter(alone(binary.attempt(1)))).isEqualTo(Failure.Kind.UNREADABLE);
        assertThat(letter(alone(delivery(1, null, new HashMap<>(), value).attempt(1))))
                .isEqualTo(Failure.Kind.UNREADABLE);
        var longKey = new Delivery(Records.TOPIC, 0, 2, Instant.EPOCH, new byte[5_000], value, List.of());
        assertThat(letter(alone(longKey.attempt(1)))).isEqualTo(Failure.Kind.UNREADABLE);

        assertThat(rows("select 1 from antiphon.parked_aggregate")).isEmpty();
        assertThat(rows(
                        "select record_key, header_names, header_values, convert_from(record_value, 'utf8'), aggregate_id"
                                + " from antiphon.dead_letter where record_offset < 2 order by id"))
                .containsExactly(
                        "\\xff0001|{x,x}|{\"\\\\x00fe\",NULL}|{\"subject\":\"a\"}|null",
                        "null|{}|{}|{\"subject\":\"a\"}|null");
    }

    @Test
    void aGapIsWaitedForAndThenParked() {
        var gap = delivery(0, "1", 3, new Raised(5));
        var waiting = alone(gap.attempt(1, Duration.ofSeconds(59)));
        assertThat(waiting)
                .isInstanceOfSatisfying(
                        Outcome.Postponed.class,
                        postponed -> assertThat(postponed.delay()).isEqualTo(Duration.ofSeconds(1)));
        assertThat(letter(alone(gap.attempt(1, Duration.ofSeconds(60))))).isEqualTo(Failure.Kind.GAP);
        assertThat(rows("select kind, reason from antiphon.parked_aggregate"))
                .singleElement()
                .asString()
                .startsWith("gap|VersionGapException: ticket 1: versions 1 to 2 are missing");
    }

    @Test
    void aConstraintThatFailsAtTheCommitIsTheHandlersFailure() {
        TestDatabase.run(
                TestDatabase.dataSource(),
                "create table ticket_parent (id text primary key)",
                "alter table ticket add constraint has_parent foreign key (id) references ticket_parent"
                        + " deferrable initially deferred");
        try {
            assertThat(alone(delivery(0, "1", 1, new Opened("a")).attempt(1)))
                    .isInstanceOfSatisfying(
                            Outcome.Postponed.class,
                            postponed -> assertThat(postponed.failure().kind()).isEqualTo(Failure.Kind.HANDLER));
            assertThat(letter(alone(delivery(0, "1", 1, new Opened("a")).attempt(LAST))))
                    .isEqualTo(Failure.Kind.HANDLER);
            assertThat(rows("select 1 from ticket")).isEmpty();
        } finally {
            TestDatabase.run(
                    TestDatabase.dataSource(),
                    "alter table ticket drop constraint has_parent",
                    "drop table ticket_parent");
        }
    }

    @Test
    void theDatabaseIsNeverTheRecordsFault() {
        tickets.before = envelope -> {
            throw new IllegalStateException(new SQLException("serialization", "40001"));
        };
        assertThat(alone(delivery(0, "1", 1, new Opened("a")).attempt(100))).isInstanceOf(Outcome.Postponed.class);
        assertThat(rows("select 1 from antiphon.dead_letter")).isEmpty();
    }
}
