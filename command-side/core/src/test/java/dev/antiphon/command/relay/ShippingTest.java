package dev.antiphon.command.relay;

import static dev.antiphon.command.relay.WriteDatabase.query;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.antiphon.command.spi.FaultPoint;
import dev.antiphon.events.Backoff;
import dev.antiphon.events.TopicName;
import dev.antiphon.events.jdbc.LocalTransactions;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a broker that neither takes nor refuses some records does to the others, on a real outbox. */
class ShippingTest {

    private static final String TAKEN = "it.service.taken";
    private static final String STUCK = "it.service.stuck";

    private final List<String> answered = new ArrayList<>(List.of(TAKEN));
    private final RelaySettings settings = new RelaySettings(
            "node",
            100,
            Duration.ofMinutes(1),
            Duration.ofHours(1),
            Duration.ofMillis(50),
            1,
            new Backoff(Duration.ofMillis(1), Duration.ofMillis(1)));
    private final TopicPauses pauses = new TopicPauses(new Backoff(Duration.ofMinutes(1), Duration.ofMinutes(1)));

    @AfterEach
    void clear() throws SQLException {
        WriteDatabase.clear();
    }

    /** Acknowledges the records of some topics, and says nothing of the others. */
    private static final class PartlyStuck extends MockProducer<String, byte[]> {

        private final MockProducer<String, byte[]> answering =
                new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer());
        private final Predicate<String> answers;

        PartlyStuck(Predicate<String> answers) {
            super(false, null, new StringSerializer(), new ByteArraySerializer());
            this.answers = answers;
        }

        @Override
        public synchronized Future<RecordMetadata> send(ProducerRecord<String, byte[]> record, Callback callback) {
            return answers.test(record.topic()) ? answering.send(record, callback) : super.send(record, callback);
        }
    }

    private Shipping shipping() throws SQLException {
        var database = new LocalTransactions(WriteDatabase.dataSource());
        var leases = new LaneLeases("node", settings.lease());
        database.inNew(leases::renew);
        return new Shipping(
                database,
                leases,
                new Floor(),
                new Topics(Map.of(), List.of(), 1, database, pauses),
                pauses,
                () -> new RelayProducer(new PartlyStuck(answered::contains)),
                settings,
                Clock.systemUTC(),
                metrics(),
                FaultPoint.Action.NONE);
    }

    private RelayMetrics metrics() {
        var registry = new SimpleMeterRegistry();
        return new RelayMetrics(
                registry,
                new Relay(
                        WriteDatabase.dataSource(),
                        Map.of("bootstrap.servers", "localhost:1"),
                        List.<TopicName>of(),
                        settings,
                        Clock.systemUTC(),
                        registry,
                        FaultPoint.Action.NONE));
    }

    private static void append(String topic, String aggregate) throws SQLException {
        try (var connection = WriteDatabase.dataSource().getConnection()) {
            WriteDatabase.append(connection, topic, aggregate);
        }
    }

    private static List<String> waiting() throws SQLException {
        return query("select topic from antiphon.outbox where published_at is null order by id");
    }

    @Test
    void aTopicThatDoesNotAnswerPausesAndOthersGoOn() throws Exception {
        append(TAKEN, "a");
        append(STUCK, "b");
        append(TAKEN, "c");
        var shipping = shipping();

        shipping.run(progress -> true);

        assertThat(waiting()).containsExactly(STUCK);
        assertThat(pauses.paused()).containsExactly(STUCK);
    }

    @Test
    void aBrokerThatDoesNotAnswerAtAllIsAFailure() throws Exception {
        append(STUCK, "b");
        var shipping = shipping();

        assertThatThrownBy(() -> shipping.run(progress -> true))
                .isInstanceOf(KafkaException.class)
                .hasMessageContaining("no acknowledgement");

        assertThat(pauses.paused()).isEmpty();
        answered.add(STUCK);
        shipping.run(progress -> true);
        assertThat(waiting()).isEmpty();
    }
}
