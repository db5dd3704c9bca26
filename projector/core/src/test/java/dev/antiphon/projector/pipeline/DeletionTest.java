package dev.antiphon.projector.pipeline;

import static dev.antiphon.projector.fixture.Records.delivery;
import static dev.antiphon.projector.fixture.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.events.Headers;
import dev.antiphon.projector.OnDeletion;
import dev.antiphon.projector.ProjectorOptions;
import dev.antiphon.projector.ReadDatabase;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.fixture.Records;
import dev.antiphon.projector.fixture.TestDatabase;
import dev.antiphon.projector.fixture.TicketEvent.Opened;
import dev.antiphon.projector.fixture.TicketEvent.Raised;
import dev.antiphon.projector.fixture.Tickets;
import dev.antiphon.projector.jdbc.Advance;
import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.FaultPoint;
import dev.antiphon.projector.spi.Outcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A record without value is a deletion: offered to the projection, in its place among the events of its aggregate. */
class DeletionTest {

    /** Takes deletions, unless it is broken. */
    public static final class DeletingTickets extends Tickets {

        boolean broken;

        @OnDeletion
        public void gone(String id, ReadDatabase db) {
            if (broken) {
                throw new IllegalStateException("broken");
            }
            db.batch("delete from ticket where id = ?", id);
        }
    }

    private final DeletingTickets tickets = new DeletingTickets();
    private Pipeline pipeline = pipeline(tickets);
    private long position;

    @BeforeEach
    void clear() {
        TestDatabase.clearToBegin();
    }

    private static Pipeline pipeline(Tickets projection) {
        var definition = ProjectionDefinition.of(projection);
        var options = ProjectorOptions.defaults();
        var transactions =
                new Transactions(TestDatabase.dataSource(), definition, "desk-ticket", options, FaultPoint.NONE);
        return new Pipeline(definition, transactions, options, List.of());
    }

    private List<Outcome> together(Delivery... deliveries) throws Exception {
        var advance = new Advance(Records.TOPIC, 0, "id", position, position + deliveries.length);
        position += deliveries.length;
        return pipeline.applyTogether(List.of(advance), List.of(deliveries)).outcomes();
    }

    private static Delivery deletion(long offset, String ticket) {
        return delivery(offset, ticket, Map.of(), null);
    }

    private static Delivery deletion(long offset, String ticket, long version) {
        return delivery(offset, ticket, Headers.write(Records.envelope("ticket.deleted", ticket, version)), null);
    }

    @Test
    void isOfferedToTheMethodForIt() throws Exception {
        assertThat(together(
                        delivery(0, "1", 1, new Opened("a")), delivery(1, "2", 1, new Opened("b")), deletion(2, "1")))
                .containsOnly(new Outcome.Applied());
        assertThat(rows("select id from ticket")).containsExactly("2");
        assertThat(rows("select aggregate_id, aggregate_version from antiphon.watermark order by 1"))
                .containsExactly("1|1", "2|1");
    }

    @Test
    void isJudgedByItsVersionWhereItHasOne() throws Exception {
        together(delivery(0, "1", 1, new Opened("a")), deletion(1, "1", 2));
        assertThat(rows("select 1 from ticket")).isEmpty();
        assertThat(rows("select aggregate_version from antiphon.watermark")).containsExactly("2");
        assertThat(together(deletion(2, "1", 2), delivery(3, "1", 3, new Opened("again")), deletion(4, "1", 2)))
                .containsExactly(new Outcome.Duplicate(), new Outcome.Applied(), new Outcome.Duplicate());
        assertThat(rows("select subject from ticket")).containsExactly("again");
    }

    @Test
    void isCountedWhereNobodyTakesIt() throws Exception {
        pipeline = pipeline(new Tickets());
        assertThat(together(deletion(0, "1"), delivery(1, null, Map.of(), null)))
                .containsOnly(new Outcome.Skipped("deletion"));
        assertThat(rows("select next_offset from antiphon.position")).containsExactly("2");
    }

    @Test
    void staysBehindTheEventsOfItsParkedAggregate() throws Exception {
        tickets.before = envelope -> {
            if (envelope.aggregateVersion() == 2) {
                throw new IllegalStateException("broken");
            }
        };
        together(delivery(0, "1", 1, new Opened("a")));
        giveUp(delivery(1, "1", 2, new Raised(5)));
        assertThat(together(deletion(2, "1"))).containsExactly(new Outcome.DeadLettered(null));
        assertThat(rows("select id from ticket")).containsExactly("1");

        tickets.before = envelope -> {};
        assertThat(new Redrive("ticket", pipeline, TestDatabase.dataSource())
                        .aggregate("1")
                        .redriven())
                .isEqualTo(2);
        assertThat(rows("select 1 from ticket")).isEmpty();
    }

    @Test
    void parksItsAggregateWhenItFailsForEver() throws Exception {
        tickets.broken = true;
        together(delivery(0, "1", 1, new Opened("a")));
        assertThat(giveUp(deletion(1, "1"))).isInstanceOf(Outcome.DeadLettered.class);
        tickets.broken = false;
        assertThat(new Redrive("ticket", pipeline, TestDatabase.dataSource())
                        .aggregate("1")
                        .redriven())
                .isOne();
        assertThat(rows("select 1 from ticket")).isEmpty();
        assertThat(rows("select 1 from antiphon.parked_aggregate")).isEmpty();
    }

    private Outcome giveUp(Delivery delivery) {
        var retries = ProjectorOptions.defaults().retries();
        return pipeline.applyAlone(
                new Advance(Records.TOPIC, 0, "id", position, ++position), delivery.attempt(retries + 1));
    }
}
