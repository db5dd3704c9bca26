package dev.antiphon.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.antiphon.events.context.CallContext;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rule E2: the headers, their required ones, and the one place that makes them. */
class HeadersTest {

    private static final Instant NOW = Instant.parse("2026-11-30T10:00:00.123456Z");

    private final EnvelopeFactory factory = new EnvelopeFactory("orders", Clock.fixed(NOW, ZoneOffset.UTC), List.of());

    private Envelope envelope() {
        return factory.create(TopicName.of("shop.orders.order"), new EventModelTest.Odd("1"), "4711", 7);
    }

    @Test
    void whatIsWrittenIsRead() {
        var sent = HeadersTest.published(envelope());

        assertThat(Headers.read("4711", Headers.write(sent)::get)).isEqualTo(sent);
    }

    @Test
    void theFactoryFillsEverythingButPublishedAt() {
        var envelope = envelope();

        assertThat(envelope.eventId()).hasSize(26);
        assertThat(envelope.eventType()).isEqualTo("order.overthrew");
        assertThat(envelope.schemaVersion()).isEqualTo(3);
        assertThat(envelope.sourceService()).isEqualTo("orders");
        assertThat(envelope.aggregateType()).isEqualTo("order");
        assertThat(envelope.aggregateVersion()).isEqualTo(7);
        assertThat(envelope.occurredAt()).isEqualTo(NOW);
        assertThat(envelope.publishedAt()).isNull();
        assertThat(envelope.traceparent()).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-00");
    }

    @Test
    void stepsOfTheChainApplyInOrder() {
        var chain = new EnvelopeFactory(
                "orders",
                Clock.systemUTC(),
                List.of(
                        envelope -> causedBy(envelope, "a"),
                        envelope -> causedBy(envelope, envelope.causationId() + "b")));

        assertThat(chain.create(TopicName.of("shop.orders.order"), new EventModelTest.Placed("1"), "1", 1)
                        .causationId())
                .isEqualTo("ab");
    }

    @Test
    void theCallersCorrelationAndTraceAreContinued() {
        var trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        try (var scope = CallContext.of("client-1", "cause", trace, "vendor=1").open()) {
            var envelope = envelope();

            assertThat(envelope.correlationId()).isEqualTo("client-1");
            assertThat(envelope.causationId()).isEqualTo("cause");
            assertThat(envelope.traceparent()).isEqualTo(trace);
            assertThat(envelope.tracestate()).isEqualTo("vendor=1");
        }
        assertThat(CallContext.current().correlationId()).isNotEqualTo("client-1");
    }

    @Test
    void whatACallerMustNotSendIsMadeAnew() {
        var context =
                CallContext.of("two\nlines", null, "00-00000000000000000000000000000000-b7ad6b7169203331-01", "x");

        assertThat(context.correlationId()).hasSize(26);
        assertThat(context.traceparent()).doesNotContain("00000000000000000000000000000000");
        assertThat(context.tracestate()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Event-Id",
                "Event-Type",
                "Schema-Version",
                "Correlation-Id",
                "Source-Service",
                "Published-At",
                "traceparent",
                "Aggregate-Type",
                "Aggregate-Version",
                "Occurred-At"
            })
    void aMissingHeaderIsNamed(String name) {
        var headers = new HashMap<>(Headers.write(published(envelope())));
        headers.remove(name);

        assertThatThrownBy(() -> Headers.read("4711", headers::get))
                .isInstanceOf(UnreadableEnvelopeException.class)
                .hasMessageContaining(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Schema-Version", "Published-At", "Aggregate-Version", "Occurred-At"})
    void anUnreadableHeaderIsNamed(String name) {
        var headers = new HashMap<>(Headers.write(published(envelope())));
        headers.put(name, "soon");

        assertThatThrownBy(() -> Headers.read("4711", headers::get))
                .isInstanceOf(UnreadableEnvelopeException.class)
                .hasMessageContainingAll(name, "soon");
    }

    private static Envelope published(Envelope e) {
        return new Envelope(
                e.eventId(),
                e.eventType(),
                e.schemaVersion(),
                e.correlationId(),
                "cause",
                e.sourceService(),
                e.aggregateType(),
                e.aggregateId(),
                e.aggregateVersion(),
                e.occurredAt(),
                NOW.plusSeconds(1),
                e.traceparent(),
                "vendor=1");
    }

    private static Envelope causedBy(Envelope e, String cause) {
        return new Envelope(
                e.eventId(),
                e.eventType(),
                e.schemaVersion(),
                e.correlationId(),
                cause,
                e.sourceService(),
                e.aggregateType(),
                e.aggregateId(),
                e.aggregateVersion(),
                e.occurredAt(),
                e.publishedAt(),
                e.traceparent(),
                e.tracestate());
    }
}
