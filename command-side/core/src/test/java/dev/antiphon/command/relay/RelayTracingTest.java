package dev.antiphon.command.relay;

import static io.opentelemetry.api.common.AttributeKey.longKey;
import static io.opentelemetry.api.common.AttributeKey.stringKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.antiphon.command.Aggregate;
import dev.antiphon.command.Command;
import dev.antiphon.command.CommandHandler;
import dev.antiphon.command.CommandRefusedException;
import dev.antiphon.command.outbox.OutboxEvent;
import dev.antiphon.command.pipeline.HandlerRegistry;
import dev.antiphon.command.pipeline.HandlerStep;
import dev.antiphon.command.pipeline.PipelineGateway;
import dev.antiphon.command.pipeline.TracingStep;
import dev.antiphon.command.pipeline.UnitOfWork;
import dev.antiphon.events.EnvelopeFactory;
import dev.antiphon.events.EventJson;
import dev.antiphon.events.EventType;
import dev.antiphon.events.Headers;
import dev.antiphon.events.Topic;
import dev.antiphon.events.context.CallContext;
import dev.antiphon.events.context.Tracing;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One story of spans: request, command, events, relay. */
class RelayTracingTest {

    @Topic("shop.store.lamp")
    sealed interface LampEvent permits Lighted {}

    @EventType("lamp.lighted")
    record Lighted(String lamp) implements LampEvent {}

    static final class Lamp extends Aggregate<LampEvent> {
        @Override
        public String id() {
            return "lamp";
        }

        void light(int times) {
            if (times > 2) {
                throw CommandRefusedException.rule("too-bright", "It is bright.");
            }
            if (times < 0) {
                throw new IllegalStateException("hunter2");
            }
            IntStream.range(0, times).forEach(i -> record(new Lighted(id())));
        }
    }

    record Light(int times) implements Command {}

    static final class LightHandler implements CommandHandler<Light, Lamp> {
        @Override
        public Lamp handle(Light command) {
            var lamp = new Lamp();
            UnitOfWork.current().added(lamp);
            lamp.light(command.times());
            return lamp;
        }
    }

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String REQUEST = "00-" + TRACE + "-b7ad6b7169203331-01";

    @RegisterExtension
    static final OpenTelemetryExtension SDK = OpenTelemetryExtension.create();

    private final List<OutboxEvent> outbox = new ArrayList<>();
    private final PipelineGateway gateway = new PipelineGateway(
            List.of(new TracingStep()),
            new HandlerStep(
                    new HandlerRegistry().add(LightHandler.class, new LightHandler()),
                    added -> {},
                    new EnvelopeFactory("store", Clock.systemUTC(), List.of()),
                    outbox::addAll));
    private final RelayTracing tracing = new RelayTracing();
    private final MockProducer<String, byte[]> kafka =
            new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer());
    private final RelayProducer producer = new RelayProducer(kafka);
    private final Flight flight = new Flight(Instant.now());

    @BeforeEach
    void on() {
        Tracing.use(SDK.getOpenTelemetry());
    }

    @AfterEach
    void off() {
        Tracing.useGlobal();
    }

    @SuppressWarnings("try")
    private void send(String traceparent, int times) {
        try (var scope = CallContext.of("c-1", null, traceparent, null).open()) {
            gateway.send(new Light(times));
        }
    }

    private static OutboxRow row(long id, String traceparent) {
        var headers = "{\"traceparent\":\"" + traceparent + "\"}";
        return new OutboxRow(id, 0, "lamp", "shop.store.lamp", "lamp.lighted", "{}", headers);
    }

    private List<OutboxRow> rows() {
        return outbox.stream()
                .map(event -> new OutboxRow(
                        event.envelope().aggregateVersion(),
                        0,
                        event.envelope().aggregateId(),
                        event.topic().value(),
                        event.envelope().eventType(),
                        EventJson.write(event.payload()),
                        EventJson.write(Headers.write(event.envelope()))))
                .toList();
    }

    private void relay(List<OutboxRow> rows) throws InterruptedException {
        rows.forEach(tracing.within(row -> flight.add(row, producer.send(row, Instant.now()))));
        assertThat(flight.landed(Duration.ofSeconds(1))).isTrue();
        tracing.landed(flight);
    }

    private static SpanData span(String name) {
        return SDK.getSpans().stream()
                .filter(span -> span.getName().equals(name))
                .reduce((first, second) -> {
                    throw new AssertionError("two spans " + name);
                })
                .orElseThrow();
    }

    @Test
    void commandAndRelayTellOneStory() throws InterruptedException {
        send(REQUEST, 2);
        relay(rows());

        var command = span("command Light");
        assertThat(command.getKind()).isEqualTo(SpanKind.INTERNAL);
        assertThat(command.getTraceId()).isEqualTo(TRACE);
        assertThat(command.getParentSpanId()).isEqualTo("b7ad6b7169203331");
        assertThat(command.getStatus()).isEqualTo(StatusData.unset());
        assertThat(command.getAttributes().get(longKey("antiphon.aggregate.version")))
                .isEqualTo(2);
        var carried = "00-" + TRACE + "-" + command.getSpanId() + "-01";
        assertThat(kafka.history())
                .hasSize(2)
                .allSatisfy(record -> assertThat(
                                record.headers().lastHeader("traceparent").value())
                        .isEqualTo(carried.getBytes(StandardCharsets.UTF_8)));
        var publish = span("publish shop.store.lamp");
        assertThat(publish.getKind()).isEqualTo(SpanKind.PRODUCER);
        assertThat(publish.getAttributes().get(stringKey("messaging.destination.name")))
                .isEqualTo("shop.store.lamp");
        assertThat(publish.getAttributes().get(longKey("messaging.batch.message_count")))
                .isEqualTo(2);
        assertThat(publish.getLinks()).singleElement().satisfies(link -> {
            assertThat(link.getSpanContext().getTraceId()).isEqualTo(TRACE);
            assertThat(link.getSpanContext().getSpanId()).isEqualTo(command.getSpanId());
        });
    }

    @Test
    @SuppressWarnings("try")
    void aCurrentSpanIsTheParentAndWithoutARequestsTraceACommandBeginsOne() {
        var server =
                SDK.getOpenTelemetry().getTracer("server").spanBuilder("POST").startSpan();
        try (var current = server.makeCurrent()) {
            send(REQUEST, 1);
        } finally {
            server.end();
        }
        assertThat(span("command Light").getParentSpanId())
                .isEqualTo(server.getSpanContext().getSpanId());

        SDK.clearSpans();
        send(null, 1);
        var command = span("command Light");
        assertThat(command.getParentSpanContext().isValid()).isFalse();
        assertThat(outbox.get(1).envelope().traceparent())
                .startsWith("00-" + command.getTraceId() + "-" + command.getSpanId() + "-0");
    }

    @Test
    void aRefusalIsNoErrorAndAFailureTellsNoMessage() {
        assertThatThrownBy(() -> send(REQUEST, 3)).isInstanceOf(CommandRefusedException.class);
        var refused = span("command Light");
        assertThat(refused.getStatus()).isEqualTo(StatusData.unset());
        assertThat(refused.getAttributes().get(stringKey("antiphon.refusal"))).isEqualTo("too-bright");

        SDK.clearSpans();
        assertThatThrownBy(() -> send(REQUEST, -1)).isInstanceOf(IllegalStateException.class);
        var failed = span("command Light");
        assertThat(failed.getStatus()).isEqualTo(StatusData.error());
        assertThat(failed.getAttributes().get(stringKey("error.type"))).isEqualTo("java.lang.IllegalStateException");
        assertThat(failed.toString()).doesNotContain("hunter2");
    }

    @Test
    void aLargeBatchLinksToItsFirstCommands() throws InterruptedException {
        relay(IntStream.rangeClosed(1, 300)
                .mapToObj(i -> row(i, "00-" + TRACE + "-" + String.format("%016x", i) + "-01"))
                .toList());

        assertThat(span("publish shop.store.lamp").getTotalRecordedLinks()).isEqualTo(128);
    }

    @Test
    void whatIsNotAcknowledgedIsAnError() throws InterruptedException {
        flight.add(row(1, REQUEST), producer.send(row(1, REQUEST), Instant.now()));
        flight.add(row(2, REQUEST), CompletableFuture.failedFuture(new KafkaException("away")));
        assertThat(flight.landed(Duration.ofSeconds(1))).isTrue();
        tracing.landed(flight);

        assertThat(span("publish shop.store.lamp").getStatus().getDescription())
                .isEqualTo("1 events were not acknowledged");
    }

    @Test
    void anEventThatCannotBeReadIsForTheSendingToFindOut() throws InterruptedException {
        relay(List.of(new OutboxRow(1, 0, "lamp", "shop.store.lamp", "lamp.lighted", "{}", "{no json")));

        assertThat(span("publish shop.store.lamp").getLinks()).isEmpty();
    }

    @Test
    void aRecordIsSentInTheTraceOfItsCommand() {
        var seen = new ArrayList<Span>();
        tracing.within(row -> seen.add(Span.current())).accept(row(1, REQUEST));

        assertThat(seen.get(0).getSpanContext().getTraceId()).isEqualTo(TRACE);
        assertThat(Span.current().getSpanContext().isValid()).isFalse();
    }

    @Test
    void withoutAnSdkTheRequestsTraceGoesOn() throws InterruptedException {
        Tracing.use(OpenTelemetry.noop());
        send(REQUEST, 1);
        send(null, 1);
        relay(rows());

        assertThat(outbox.get(0).envelope().traceparent()).isEqualTo(REQUEST);
        assertThat(outbox.get(1).envelope().traceparent()).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-00");
        assertThat(SDK.getSpans()).isEmpty();
    }
}
