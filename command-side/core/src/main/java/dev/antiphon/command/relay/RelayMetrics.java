package dev.antiphon.command.relay;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the relay tells Prometheus; what waits is asked of the database at each scrape. */
final class RelayMetrics {

    private final MeterRegistry registry;
    private final Timer send;

    RelayMetrics(MeterRegistry registry, Relay relay) {
        this.registry = registry;
        gauge(
                "antiphon.outbox.backlog",
                "Events that wait to be sent, counted up to 100,000",
                () -> relay.backlog().rows());
        gauge(
                "antiphon.outbox.oldest.seconds",
                "Age of the oldest event that waits, by the database's clock",
                () -> relay.backlog().age().toMillis() / 1000.0);
        gauge("antiphon.outbox.parked", "Parked events, counted up to 100,000", relay::parked);
        gauge("antiphon.relay.lanes", "Lanes that this node holds", relay::lanes);
        send = Timer.builder("antiphon.relay.send")
                .description("From handing a batch to the Kafka client to the last acknowledgement")
                .register(registry);
    }

    private interface Value {
        double get() throws SQLException;
    }

    private void gauge(String name, String description, Value value) {
        Gauge.builder(name, () -> orUnknown(value)).description(description).register(registry);
    }

    private static @Nullable Number orUnknown(Value value) {
        try {
            return value.get();
        } catch (SQLException e) {
            return null;
        }
    }

    void landed(Duration time) {
        send.record(time);
    }

    void sent(List<OutboxRow> rows) {
        rows.stream()
                .collect(Collectors.groupingBy(row -> List.of(row.topic(), row.eventType()), Collectors.counting()))
                .forEach((kind, count) -> registry.counter(
                                "events.published", "topic", kind.get(0), "event_type", kind.get(1))
                        .increment(count));
    }

    void failed(Throwable failure) {
        registry.counter("antiphon.relay.failures", "reason", failure.getClass().getSimpleName())
                .increment();
    }
}
