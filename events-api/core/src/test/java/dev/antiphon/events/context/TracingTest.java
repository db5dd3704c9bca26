package dev.antiphon.events.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rule E2: the trace is continued or begun, and its header valid, with and without a tracing SDK. */
class TracingTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String REQUEST = "00-" + TRACE + "-b7ad6b7169203331-01";

    @RegisterExtension
    static final OpenTelemetryExtension SDK = OpenTelemetryExtension.create();

    @AfterEach
    void off() {
        Tracing.useGlobal();
    }

    @Test
    void isOffUntilThereIsSomethingToRecord() {
        Tracing.use(OpenTelemetry.noop());
        assertThat(Tracing.isOn()).isFalse();
        Tracing.use(SDK.getOpenTelemetry());
        assertThat(Tracing.isOn()).isTrue();
        Tracing.useGlobal();
        assertThat(Tracing.isOn())
                .as("the extension registers its SDK globally")
                .isTrue();
    }

    @Test
    void aSpanContinuesTheCallersTraceAndItsState() {
        Tracing.use(SDK.getOpenTelemetry());
        var call = CallContext.of("c", null, REQUEST, "vendor=1");
        var span = Tracing.span("work").setParent(call.parent()).startSpan();
        var within = call.within(span);
        span.end();

        assertThat(within.traceparent())
                .isEqualTo("00-" + TRACE + "-" + span.getSpanContext().getSpanId() + "-01");
        assertThat(within.tracestate()).isEqualTo("vendor=1");
        assertThat(within.correlationId()).isEqualTo("c");
    }

    @Test
    void aTraceThatWasOnlyMadeToHaveOneIsNobodysParent() {
        Tracing.use(SDK.getOpenTelemetry());
        var call = CallContext.of(null, null, null, null);
        var span = Tracing.span("work").setParent(call.parent()).startSpan();
        span.end();

        assertThat(span.isRecording() || span.getSpanContext().isSampled()).isTrue();
        assertThat(TraceParent.isValid(call.traceparent())).isTrue();
        assertThat(call.parent()).isEqualTo(io.opentelemetry.context.Context.root());
    }

    @Test
    void aSpanThatNobodyRecordsChangesNothing() {
        var call = CallContext.of("c", null, REQUEST, null);
        Tracing.use(OpenTelemetrySdk.builder()
                .setTracerProvider(SdkTracerProvider.builder()
                        .setSampler(Sampler.alwaysOff())
                        .build())
                .build());

        assertThat(call.within(Tracing.span("work").startSpan())).isEqualTo(call);
        assertThat(call.within(Span.getInvalid())).isEqualTo(call);
    }

    @Test
    void headersThatAreNotValidNameNoSpan() {
        assertThat(Span.fromContext(Tracing.remote("00-nonsense", null))
                        .getSpanContext()
                        .isValid())
                .isFalse();
        assertThat(Span.fromContext(Tracing.remote(REQUEST, null))
                        .getSpanContext()
                        .isRemote())
                .isTrue();
    }
}
