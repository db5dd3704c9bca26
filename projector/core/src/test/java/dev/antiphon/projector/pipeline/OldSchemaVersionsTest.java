package dev.antiphon.projector.pipeline;

import static dev.antiphon.projector.fixture.Records.delivery;
import static dev.antiphon.projector.fixture.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.antiphon.events.Envelope;
import dev.antiphon.events.EventType;
import dev.antiphon.events.Headers;
import dev.antiphon.events.Topic;
import dev.antiphon.events.Upcaster;
import dev.antiphon.projector.Projection;
import dev.antiphon.projector.ProjectorOptions;
import dev.antiphon.projector.ReadDatabase;
import dev.antiphon.projector.Strategy;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.fixture.Records;
import dev.antiphon.projector.fixture.TestDatabase;
import dev.antiphon.projector.jdbc.Advance;
import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.Failure;
import dev.antiphon.projector.spi.FaultPoint;
import dev.antiphon.projector.spi.Outcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rule E7: consumer and redrive read payloads of older schema versions; of a newer one they understand nothing. */
class OldSchemaVersionsTest {

    @Topic("shop.test.ticket")
    sealed interface Renamed permits Opened {}

    @EventType(value = "ticket.opened", version = 2, upcasters = NamesTheSubject.class)
    record Opened(String subject) implements Renamed {}

    static class NamesTheSubject implements Upcaster {

        @Override
        public int from() {
            return 1;
        }

        @Override
        public ObjectNode upcast(ObjectNode payload) {
            payload.set("subject", payload.remove("title"));
            return payload;
        }
    }

    @Projection(name = "ticket", events = Renamed.class, strategy = Strategy.PROCESSED_EVENT)
    public static final class Subjects {

        boolean broken;

        public void on(Opened event, Envelope envelope, ReadDatabase db) {
            if (broken) {
                throw new IllegalStateException("broken");
            }
            db.batch("insert into ticket (id, subject) values (?, ?)", envelope.aggregateId(), event.subject());
        }
    }

    private final Subjects subjects = new Subjects();
    private final Pipeline pipeline = pipeline();
    private long position;

    @BeforeEach
    void clear() {
        TestDatabase.clearToBegin();
    }

    private Pipeline pipeline() {
        var definition = ProjectionDefinition.of(subjects);
        var options = ProjectorOptions.defaults();
        var transactions =
                new Transactions(TestDatabase.dataSource(), definition, "desk-ticket", options, FaultPoint.NONE);
        return new Pipeline(definition, transactions, options, List.of());
    }

    private Delivery opened(String ticket, int schemaVersion, String payload) {
        Map<String, String> headers = new HashMap<>(Headers.write(Records.envelope("ticket.opened", ticket, 1)));
        headers.put(Headers.SCHEMA_VERSION, Integer.toString(schemaVersion));
        return delivery(position, ticket, headers, Records.bytes(payload));
    }

    private Outcome alone(Delivery delivery, int attempt) {
        return pipeline.applyAlone(
                new Advance(Records.TOPIC, 0, "id", position, ++position), delivery.attempt(attempt));
    }

    @Test
    void bothVersionsBecomeTheSameEvent() {
        alone(opened("1", 1, "{\"title\":\"a\"}"), 1);
        alone(opened("2", 2, "{\"subject\":\"b\"}"), 1);
        assertThat(rows("select id, subject from ticket order by id")).containsExactly("1|a", "2|b");
    }

    @Test
    void aRedriveReadsThemToo() throws Exception {
        subjects.broken = true;
        alone(opened("1", 1, "{\"title\":\"a\"}"), ProjectorOptions.defaults().retries() + 1);
        subjects.broken = false;
        new Redrive("ticket", pipeline, TestDatabase.dataSource()).aggregate("1");
        assertThat(rows("select id, subject from ticket")).containsExactly("1|a");
    }

    @Test
    void aNewerVersionGoesToTheDeadLettersAtOnce() {
        var outcome = alone(opened("1", 3, "{\"subject\":\"a\"}"), 1);
        assertThat(outcome).isInstanceOfSatisfying(Outcome.DeadLettered.class, letter -> {
            assertThat(letter.why().kind()).isEqualTo(Failure.Kind.UNREADABLE);
            assertThat(letter.why().message()).contains("schema version 3", "versions 1 to 2");
        });
    }
}
