package dev.antiphon.command.relay;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** What the relay tells Prometheus; backlog and age are asked of the database at each scrape. */
final class RelayMetrics {

    private final MeterRegistry registry;

    RelayMetrics(MeterRegistry registry, Relay relay) {
        this.registry = registry;
        gauge("antiphon.outbox.backlog", "Events that wait to be sent, counted up to 100,000", relay, each -> {
            var backlog = backlog(each);
            return backlog == null ? Double.NaN : backlog.rows();
        });
        gauge(
                "antiphon.outbox.oldest.seconds",
                "Age of the oldest event that waits, by the database's clock",
                relay,
                each -> {
                    var backlog = backlog(each);
                    return backlog == null ? Double.NaN : backlog.age().toMillis() / 1000.0;
                });
        gauge("antiphon.relay.lanes", "Lanes that this node holds", relay, Relay::lanes);
    }

    private void gauge(String name, String description, Relay relay, ToDoubleFunction<Relay> value) {
        Gauge.builder(name, relay, value).description(description).register(registry);
    }

    private static @Nullable Backlog backlog(Relay relay) {
        try {
            return relay.backlog();
        } catch (SQLException e) {
            return null;
        }
    }

    void sent(List<OutboxRow> rows) {
        for (var row : rows) {
            registry.counter("events.published", "topic", row.topic(), "event_type", row.eventType())
                    .increment();
        }
    }

    void failed(Throwable failure) {
        registry.counter("antiphon.relay.failures", "reason", failure.getClass().getSimpleName())
                .increment();
    }
}
