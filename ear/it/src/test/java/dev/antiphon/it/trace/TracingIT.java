package dev.antiphon.it.trace;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.antiphon.command.Aggregate;
import dev.antiphon.command.Command;
import dev.antiphon.command.CommandGateway;
import dev.antiphon.command.CommandHandler;
import dev.antiphon.command.outbox.JdbcOutbox;
import dev.antiphon.command.pipeline.HandlerRegistry;
import dev.antiphon.command.pipeline.HandlerStep;
import dev.antiphon.command.pipeline.PipelineGateway;
import dev.antiphon.command.pipeline.TracingStep;
import dev.antiphon.command.pipeline.UnitOfWork;
import dev.antiphon.command.relay.Relay;
import dev.antiphon.command.relay.RelayLoop;
import dev.antiphon.command.relay.RelaySettings;
import dev.antiphon.command.spi.FaultPoint;
import dev.antiphon.command.spi.Transactions;
import dev.antiphon.events.Backoff;
import dev.antiphon.events.EnvelopeFactory;
import dev.antiphon.events.EventType;
import dev.antiphon.events.Topic;
import dev.antiphon.events.TopicName;
import dev.antiphon.events.context.CallContext;
import dev.antiphon.events.context.Tracing;
import dev.antiphon.it.TestServers;
import dev.antiphon.projector.Projection;
import dev.antiphon.projector.Strategy;
import dev.antiphon.projector.consumer.Projector;
import dev.antiphon.projector.definition.ProjectionDefinition;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** From a request through command, outbox, relay and Kafka to a projection, the spans tell one story. */
class TracingIT {

    @Topic("it.tracing.lamp")
    public sealed interface LampEvent permits Lighted {}

    @EventType("lamp.lighted")
    public record Lighted(String lamp) implements LampEvent {}

    static final class Lamp extends Aggregate<LampEvent> {
        @Override
        public String id() {
            return "lamp";
        }

        void light() {
            record(new Lighted(id()));
        }
    }

    record Light() implements Command {}

    static final class LightHandler implements CommandHandler<Light, Lamp> {
        @Override
        public Lamp handle(Light command) {
            var lamp = new Lamp();
            UnitOfWork.current().added(lamp);
            lamp.light();
            return lamp;
        }
    }

    @Projection(name = "lamp_summary", events = LampEvent.class, strategy = Strategy.PROCESSED_EVENT)
    public static class LampSummary {
        public void on(Lighted event) {}
    }

    /** What the connection commits by itself is a transaction here. */
    private static final class EachStatementCommits implements Transactions {
        @Override
        public boolean isActive() {
            return true;
        }

        @Override
        public <T> T inNew(Supplier<T> work) {
            return work.get();
        }

        @Override
        public void afterCommit(Runnable action) {
            action.run();
        }
    }

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String REQUEST = "00-" + TRACE + "-b7ad6b7169203331-01";

    @RegisterExtension
    static final OpenTelemetryExtension SDK = OpenTelemetryExtension.create();

    private static TestServers servers;

    @BeforeAll
    static void start() {
        Tracing.use(SDK.getOpenTelemetry());
        servers = TestServers.start();
    }

    @AfterAll
    static void stop() {
        Tracing.useGlobal();
        servers.close();
    }

    private static Relay relay() {
        return new Relay(
                servers.writeDatabase(),
                Map.of("bootstrap.servers", servers.kafka().bootstrapServers()),
                List.of(TopicName.of("it.tracing.lamp")),
                new RelaySettings(
                        "tracing-it",
                        50,
                        Duration.ofSeconds(30),
                        Duration.ofHours(1),
                        Duration.ofSeconds(30),
                        1,
                        new Backoff(Duration.ofMillis(1), Duration.ofMillis(50))),
                Clock.systemUTC(),
                new SimpleMeterRegistry(),
                FaultPoint.Action.NONE);
    }

    private static CommandGateway gateway(RelayLoop relay) {
        return new PipelineGateway(
                List.of(new TracingStep()),
                new HandlerStep(
                        new HandlerRegistry().add(LightHandler.class, new LightHandler()),
                        added -> {},
                        new EnvelopeFactory("tracing-it", Clock.systemUTC(), List.of()),
                        new JdbcOutbox(
                                servers.writeDatabase(),
                                new EachStatementCommits(),
                                hashes -> relay.wake(),
                                900 << 10)));
    }

    @Test
    @SuppressWarnings("try")
    void requestCommandRelayAndProjectionTellOneStory() {
        var executor = Executors.newCachedThreadPool();
        var projector = Projector.of(ProjectionDefinition.of(new LampSummary()))
                .service("tracing-it")
                .readDatabase(servers.readDatabase())
                .kafka(Map.of("bootstrap.servers", servers.kafka().bootstrapServers()))
                .build();
        try (var relay = relay()) {
            var gateway = gateway(new RelayLoop(relay, servers.writeDatabase(), Runnable::run));
            try (var request = CallContext.of("c-1", null, REQUEST, null).open()) {
                gateway.send(new Light());
            }
            projector.start(executor);
            await().atMost(Duration.ofSeconds(60)).until(() -> SDK.getSpans().size() == 3);
        } finally {
            projector.stop(Duration.ofSeconds(10));
            executor.shutdownNow();
        }

        var spans = SDK.getSpans().stream().collect(toMap(SpanData::getName, Function.identity()));
        var command = spans.get("command Light");
        var publish = spans.get("publish it.tracing.lamp");
        var project = spans.get("project lamp_summary");
        assertThat(command.getTraceId()).isEqualTo(TRACE);
        assertThat(command.getParentSpanId()).isEqualTo("b7ad6b7169203331");
        assertThat(publish.getKind()).isEqualTo(SpanKind.PRODUCER);
        assertThat(publish.getLinks())
                .singleElement()
                .satisfies(link -> assertThat(link.getSpanContext().getSpanId()).isEqualTo(command.getSpanId()));
        assertThat(project.getKind()).isEqualTo(SpanKind.CONSUMER);
        assertThat(project.getTraceId()).isEqualTo(TRACE);
        assertThat(project.getParentSpanId()).isEqualTo(command.getSpanId());
    }
}
