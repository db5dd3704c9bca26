package dev.antiphon.events.context;

import com.github.f4b6a3.ulid.UlidCreator;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import org.jspecify.annotations.Nullable;

/**
 * Correlation, causation and trace of the work that the current thread does.
 *
 * <p>Bound to a thread from {@link #open()} until the {@link Scope} is closed; a thread without one sees a new context
 * at each {@link #current()}.
 *
 * @param correlationId accepted from the client or made
 * @param causationId the command or event that this work answers, where known
 * @param traceparent W3C trace context, valid also without a tracing SDK
 * @param tracestate W3C trace state, where there is one
 * @param continued whether the trace is a caller's; false where its id was only made to have one
 */
public record CallContext(
        String correlationId,
        @Nullable String causationId,
        String traceparent,
        @Nullable String tracestate,
        boolean continued) {

    private static final ThreadLocal<CallContext> CURRENT = new ThreadLocal<>();

    /** A context from what a caller sent; what is absent or invalid is made. */
    public static CallContext of(
            @Nullable String correlationId,
            @Nullable String causationId,
            @Nullable String traceparent,
            @Nullable String tracestate) {
        var continued = TraceParent.isValid(traceparent);
        return new CallContext(
                CorrelationId.isValid(correlationId)
                        ? correlationId
                        : UlidCreator.getMonotonicUlid().toString(),
                causationId,
                continued ? traceparent : TraceParent.begin(),
                continued ? tracestate : null,
                continued);
    }

    /** The context of this thread, or a new one that is not bound. */
    public static CallContext current() {
        var bound = CURRENT.get();
        return bound != null ? bound : of(null, null, null, null);
    }

    /** The caller's span as a parent for ours; none where the trace is not a caller's. */
    public Context parent() {
        return continued ? Tracing.remote(traceparent, tracestate) : Context.root();
    }

    /** The same work within a span, which is what its events carry; one that nobody records changes nothing. */
    public CallContext within(Span span) {
        if (!span.isRecording() || !span.getSpanContext().isValid()) {
            return this;
        }
        var carried = TraceParent.write(span);
        return new CallContext(
                correlationId,
                causationId,
                carried.getOrDefault(TraceParent.HEADER, traceparent),
                carried.get(TraceParent.STATE),
                true);
    }

    /** Binds this context to the thread; closing the scope brings back the one before. */
    public Scope open() {
        var before = CURRENT.get();
        CURRENT.set(this);
        return () -> {
            if (before == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(before);
            }
        };
    }

    /** Ends a binding; to be closed on the thread that opened it. */
    public interface Scope extends AutoCloseable {

        @Override
        void close();
    }
}
