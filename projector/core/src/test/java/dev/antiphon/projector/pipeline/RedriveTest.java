package dev.antiphon.projector.pipeline;

import static dev.antiphon.projector.fixture.Records.bytes;
import static dev.antiphon.projector.fixture.Records.delivery;
import static dev.antiphon.projector.fixture.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.antiphon.projector.ProjectorOptions;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.fixture.Records;
import dev.antiphon.projector.fixture.TestDatabase;
import dev.antiphon.projector.fixture.TicketEvent.Opened;
import dev.antiphon.projector.fixture.TicketEvent.Raised;
import dev.antiphon.projector.fixture.Tickets;
import dev.antiphon.projector.jdbc.Advance;
import dev.antiphon.projector.letters.DeadLetters;
import dev.antiphon.projector.letters.RedriveRequests;
import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.Failure;
import dev.antiphon.projector.spi.FaultPoint;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RedriveTest {

    private static final int LAST = ProjectorOptions.defaults().retries() + 1;

    private final Tickets tickets = new Tickets();
    private final Set<String> brokenEvents = new HashSet<>();
    private final DeadLetters letters = new DeadLetters(TestDatabase.dataSource());
    private FaultPoint faultPoint = FaultPoint.NONE;
    private long position;

    @BeforeEach
    void clear() {
        TestDatabase.clearToBegin();
        tickets.before = envelope -> {
            if (brokenEvents.contains(envelope.eventId())) {
                throw new IllegalStateException("broken " + envelope.eventId());
            }
        };
    }

    private Pipeline pipeline() {
        var definition = ProjectionDefinition.of(tickets);
        var options = ProjectorOptions.defaults();
        var transactions = new Transactions(
                TestDatabase.dataSource(),
                definition,
                "desk-ticket",
                options,
                (place, projection) -> faultPoint.reached(place, projection));
        return new Pipeline(definition, transactions, options, List.of());
    }

    private Redrive redrive() {
        return new Redrive("ticket", pipeline(), TestDatabase.dataSource());
    }

    /** A record that has used up its retries, and any wait. */
    private void receive(Delivery delivery) {
        pipeline()
                .applyAlone(
                        new Advance(Records.TOPIC, 0, "id", position, ++position),
                        delivery.attempt(LAST, Duration.ofHours(1)));
    }

    /** Ticket 1 fails at its second event; ticket 2 is fine. */
    private void parkTicketOne() {
        brokenEvents.add("event-1-2");
        receive(delivery(0, "1", 1, new Opened("a")));
        receive(delivery(1, "1", 2, new Raised(5)));
        receive(delivery(2, "1", 3, new Raised(7)));
        receive(delivery(3, "2", 1, new Opened("b")));
        receive(delivery(4, "1", 4, new Raised(1)));
        assertThat(rows("select id, total, calls from ticket order by id")).containsExactly("1|0|1", "2|0|1");
    }

    private static void assertNothingIsLeft() {
        assertThat(rows("select 1 from antiphon.dead_letter")).isEmpty();
        assertThat(rows("select 1 from antiphon.parked_aggregate")).isEmpty();
    }

    @Test
    void appliesTheLettersInOrderAndUnparks() throws Exception {
        parkTicketOne();
        brokenEvents.clear();
        assertThat(redrive().aggregate("1")).isEqualTo(new Redrive.Result(3, null));

        assertThat(rows("select total, calls from ticket where id = '1'")).containsExactly("13|4");
        assertNothingIsLeft();
        assertThat(rows("select aggregate_version from antiphon.watermark where aggregate_id = '1'"))
                .containsExactly("4");
        assertThat(rows("select count(*) from antiphon.processed_event")).containsExactly("5");
        assertThat(
                        rows(
                                "select action, aggregate_version, record_value is null from antiphon.dead_letter_audit order by id"))
                .containsExactly("redriven|2|t", "redriven|3|t", "redriven|4|t");
        receive(delivery(5, "1", 5, new Raised(100)));
        assertThat(rows("select total from ticket where id = '1'")).containsExactly("113");
    }

    @Test
    void leavesWhatFailsAgainAndWhatIsBehindIt() throws Exception {
        parkTicketOne();
        brokenEvents.remove("event-1-2");
        brokenEvents.add("event-1-3");
        var result = redrive().all(() -> true);

        assertThat(result.redriven()).isOne();
        assertThat(result.failure().kind()).isEqualTo(Failure.Kind.HANDLER);
        assertThat(rows("select aggregate_version, kind, attempts, reason from antiphon.dead_letter order by id"))
                .containsExactly(
                        "3|handler|1|IllegalStateException: broken event-1-3",
                        "4|follows|0|An earlier event of its aggregate is parked");
        assertThat(letters.parked(10)).singleElement().satisfies(parked -> {
            assertThat(parked.aggregateId()).isEqualTo("1");
            assertThat(parked.letters()).isEqualTo(2);
            assertThat(parked.reason()).contains("broken event-1-3");
        });
    }

    @Test
    void losesAndDoublesNothingWhenItDies() throws Exception {
        parkTicketOne();
        brokenEvents.clear();
        faultPoint = (place, projection) -> {
            throw new IllegalStateException("killed", new SQLException("killed", "08006"));
        };
        assertThat(redrive().aggregate("1").isInterrupted()).isTrue();
        assertThat(rows("select attempts from antiphon.dead_letter order by id"))
                .containsExactly("6", "0", "0");
        faultPoint = FaultPoint.NONE;
        redrive().aggregate("1");
        assertThat(rows("select total, calls from ticket where id = '1'")).containsExactly("13|4");
        assertNothingIsLeft();
    }

    @Test
    void discardsTheFirstLetterWithAReasonAndKeepsItWhole() throws Exception {
        parkTicketOne();
        assertThatIllegalArgumentException().isThrownBy(() -> letters.discard("ticket", "1", " "));
        assertThat(letters.discard("ticket", "1", "sent by mistake")).isTrue();
        assertThat(letters.discard("ticket", "2", "nothing there")).isFalse();

        assertThat(rows("select action, reason, aggregate_version, convert_from(record_value, 'utf8'), failed_for,"
                        + " cardinality(header_names) > 5 from antiphon.dead_letter_audit"))
                .containsExactly(
                        "discarded|sent by mistake|2|{\"amount\":5}|IllegalStateException: broken event-1-2|t");
        assertThat(redrive().aggregate("1").redriven()).isEqualTo(2);
        assertThat(rows("select total, calls from ticket where id = '1'")).containsExactly("8|3");
        assertNothingIsLeft();
    }

    @Test
    void discardsLettersOfNoAggregate() throws Exception {
        receive(delivery(0, null, new HashMap<>(), bytes("{}")));
        assertThat(redrive().all(() -> true).failure().kind()).isEqualTo(Failure.Kind.UNREADABLE);
        var letter = letters.ofNoAggregate(null, 0, 10).get(0);
        assertThat(letter.attempts()).isEqualTo(LAST + 1);
        assertThat(letters.discard(letter.id(), "noise")).isTrue();
        assertNothingIsLeft();
    }

    @Test
    void appliesAMissingEventFirstThoughItCameLast() throws Exception {
        receive(delivery(0, "1", 3, new Raised(7)));
        receive(delivery(1, "1", 2, new Raised(5)));
        assertThat(rows("select 1 from antiphon.redrive_request")).isEmpty();
        receive(delivery(2, "1", 1, new Opened("a")));
        assertThat(rows("select projection, aggregate_id from antiphon.redrive_request"))
                .containsExactly("ticket|1");

        var requested = new RequestedRedrives("ticket", redrive(), TestDatabase.dataSource());
        assertThat(requested.serve(() -> true)).isTrue();
        assertThat(rows("select subject, total, calls from ticket")).containsExactly("a|12|3");
        assertNothingIsLeft();
    }

    @Test
    void goesOnBehindAGapThatIsAccepted() throws Exception {
        receive(delivery(0, "1", 1, new Opened("a")));
        receive(delivery(1, "1", 3, new Raised(7)));
        assertThat(redrive().aggregate("1").failure().kind()).isEqualTo(Failure.Kind.GAP);
        assertThat(letters.acceptGap("ticket", "1", "lost in the fire")).isTrue();
        assertThat(redrive().aggregate("1").redriven()).isOne();
        assertThat(rows("select total, calls from ticket")).containsExactly("7|2");
        assertThat(rows("select action, reason from antiphon.dead_letter_audit order by id"))
                .containsExactly("gap-accepted|lost in the fire", "redriven|null");
    }

    @Test
    void servesRequestsAndSaysWhatCameOfThem() throws Exception {
        parkTicketOne();
        var requests = new RedriveRequests(TestDatabase.dataSource());
        var requested = new RequestedRedrives("ticket", redrive(), TestDatabase.dataSource());
        assertThat(requested.serve(() -> true)).isFalse();

        var failing = requests.add("ticket", "1");
        assertThat(requested.serve(() -> true)).isTrue();
        assertThat(requests.find(failing)).get().satisfies(request -> {
            assertThat(request.finished()).isTrue();
            assertThat(request.remaining()).isEqualTo(3);
            assertThat(request.message()).contains("broken event-1-2");
        });

        brokenEvents.clear();
        requests.add("other", null);
        var working = requests.add("ticket", null);
        assertThat(requested.serve(() -> true)).isTrue();
        assertThat(requested.serve(() -> true)).isFalse();
        assertThat(requests.find(working)).get().satisfies(request -> {
            assertThat(request.redriven()).isEqualTo(3);
            assertThat(request.remaining()).isZero();
            assertThat(request.message()).isNull();
        });
    }

    @Test
    void aRequestThatTheDatabaseInterruptsIsServedLater() throws Exception {
        parkTicketOne();
        brokenEvents.clear();
        var requests = new RedriveRequests(TestDatabase.dataSource());
        var id = requests.add("ticket", "1");
        faultPoint = (place, projection) -> {
            throw new IllegalStateException("away", new SQLException("away", "08006"));
        };
        var requested = new RequestedRedrives("ticket", redrive(), TestDatabase.dataSource());
        assertThat(requested.serve(() -> true)).isTrue();
        assertThat(requested.serve(() -> true)).isFalse();
        assertThat(requests.find(id))
                .get()
                .satisfies(request -> assertThat(request.finished()).isFalse());
        assertThat(rows("select claimed_until > now() from antiphon.redrive_request"))
                .containsExactly("t");
    }
}
