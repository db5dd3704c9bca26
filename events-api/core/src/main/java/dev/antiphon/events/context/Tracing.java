package dev.antiphon.events.context;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The spans of this application, through the OpenTelemetry API: those of the instance that {@link #use} was given, else
 * those of an agent or SDK that has registered itself in {@link GlobalOpenTelemetry}, also later. Without any of them it
 * is off, and whoever asks {@link #isOn} first builds nothing.
 */
public final class Tracing {

    private static final String INSTRUMENTATION = "dev.antiphon";

    private record Source(OpenTelemetry openTelemetry, Tracer tracer) {}

    private static volatile Supplier<OpenTelemetry> instance = Tracing::global;
    private static volatile Source source = source(OpenTelemetry.noop());

    private Tracing() {}

    /** Whether anybody would see a span. */
    public static boolean isOn() {
        return instance.get() != OpenTelemetry.noop();
    }

    /** A span to be begun; its parent is the current one unless set. */
    public static SpanBuilder span(String name) {
        var now = instance.get();
        var known = source;
        if (known.openTelemetry() != now) {
            known = source(now);
            source = known;
        }
        return known.tracer().spanBuilder(name);
    }

    /** The span of another process that these headers name, as a parent or for a link; none if they are not valid. */
    public static Context remote(@Nullable String traceparent, @Nullable String tracestate) {
        return TraceParent.isValid(traceparent) ? TraceParent.read(traceparent, tracestate) : Context.root();
    }

    private static Source source(OpenTelemetry openTelemetry) {
        return new Source(openTelemetry, openTelemetry.getTracer(INSTRUMENTATION));
    }

    /** Takes this instance from now on, for the whole application. */
    public static void use(OpenTelemetry openTelemetry) {
        instance = () -> openTelemetry;
    }

    /** Takes the global one from now on, as at the beginning. */
    public static void useGlobal() {
        instance = Tracing::global;
    }

    /** Never registers anything, so that an SDK which starts later still can. */
    private static OpenTelemetry global() {
        try {
            return GlobalOpenTelemetry.getOrNoop();
        } catch (NoSuchMethodError e) { // a server brings an API before 1.57
            return GlobalOpenTelemetry.get();
        }
    }
}
