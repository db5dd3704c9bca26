package dev.antiphon.projector.pipeline;

import static dev.antiphon.projector.fixture.Records.delivery;
import static io.opentelemetry.api.common.AttributeKey.longKey;
import static io.opentelemetry.api.common.AttributeKey.stringKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.antiphon.events.EventJson;
import dev.antiphon.events.Headers;
import dev.antiphon.events.context.CallContext;
import dev.antiphon.events.context.Tracing;
import dev.antiphon.projector.fixture.Records;
import dev.antiphon.projector.fixture.TicketEvent.Opened;
import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.Outcome;
import dev.antiphon.projector.spi.Stage;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The projection's part of the story that request, command and relay have begun. */
class CorrelationStageTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String COMMAND = "b7ad6b7169203331";

    @RegisterExtension
    static final OpenTelemetryExtension SDK = OpenTelemetryExtension.create();

    private final Stage stage = new CorrelationStage("ticket");

    @BeforeEach
    void on() {
        Tracing.use(SDK.getOpenTelemetry());
    }

    @AfterEach
    void off() {
        Tracing.useGlobal();
    }

    private static Delivery recorded() {
        var headers = new HashMap<>(Headers.write(Records.envelope("ticket.opened", "1", 1)));
        headers.put(Headers.TRACEPARENT, "00-" + TRACE + "-" + COMMAND + "-01");
        return delivery(7, "1", headers, Records.bytes(EventJson.write(new Opened("a"))));
    }

    private static SpanData span() {
        assertThat(SDK.getSpans()).hasSize(1);
        return SDK.getSpans().get(0);
    }

    @Test
    void anEventIsProjectedInTheTraceOfItsCommand() throws Exception {
        var seen = new ArrayList<String>();
        stage.handle(recorded(), delivery -> {
            seen.add(CallContext.current().traceparent());
            seen.add(Span.current().getSpanContext().getSpanId());
            return new Outcome.Applied();
        });

        assertThat(span().getName()).isEqualTo("project ticket");
        assertThat(span().getKind()).isEqualTo(SpanKind.CONSUMER);
        assertThat(span().getTraceId()).isEqualTo(TRACE);
        assertThat(span().getParentSpanId()).isEqualTo(COMMAND);
        assertThat(span().getStatus()).isEqualTo(StatusData.unset());
        var attributes = span().getAttributes();
        assertThat(attributes.get(stringKey("messaging.system"))).isEqualTo("kafka");
        assertThat(attributes.get(stringKey("messaging.destination.name"))).isEqualTo(Records.TOPIC);
        assertThat(attributes.get(stringKey("messaging.message.id"))).isEqualTo("event-1-1");
        assertThat(attributes.get(longKey("messaging.kafka.offset"))).isEqualTo(7);
        assertThat(attributes.get(stringKey("antiphon.outcome"))).isEqualTo("applied");
        assertThat(seen).containsExactly("00-" + TRACE + "-" + span().getSpanId() + "-01", span().getSpanId());
    }

    @Test
    void anAttemptThatFailsIsAnErrorOfItsSpan() {
        assertThatThrownBy(() -> stage.handle(recorded(), delivery -> {
                    throw new IllegalStateException("broken");
                }))
                .hasMessage("broken");
        assertThat(span().getStatus()).isEqualTo(StatusData.error());
        assertThat(span().getAttributes().get(stringKey("error.type"))).isEqualTo("java.lang.IllegalStateException");
        assertThat(Span.current().getSpanContext().isValid()).isFalse();
    }

    @Test
    void soIsOneThatIsPostponed() throws Exception {
        var failure = Failures.of(new IllegalStateException("broken"));
        stage.handle(recorded(), delivery -> new Outcome.Postponed(failure, Duration.ofSeconds(1)));

        assertThat(span().getStatus()).isEqualTo(StatusData.error());
        assertThat(span().getAttributes().get(stringKey("antiphon.outcome"))).isEqualTo("postponed");
    }

    @Test
    void withoutAnSdkTheEventsTraceIsBound() throws Exception {
        Tracing.use(OpenTelemetry.noop());
        var seen = new ArrayList<String>();
        stage.handle(recorded(), delivery -> {
            seen.add(CallContext.current().traceparent());
            return new Outcome.Applied();
        });

        assertThat(seen).containsExactly("00-" + TRACE + "-" + COMMAND + "-01");
        assertThat(SDK.getSpans()).isEmpty();
    }
}
