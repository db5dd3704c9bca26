package dev.antiphon.events.context;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The headers {@code traceparent} and {@code tracestate} of W3C Trace Context, version 00. */
final class TraceParent {

    private static final Pattern FORM = Pattern.compile("00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

    static final String HEADER = "traceparent";
    static final String STATE = "tracestate";

    private static final TextMapPropagator W3C = W3CTraceContextPropagator.getInstance();

    private TraceParent() {}

    static boolean isValid(@Nullable String value) {
        return value != null && FORM.matcher(value).matches();
    }

    /** A new trace, not sampled: nobody has recorded it. */
    static String begin() {
        var random = ThreadLocalRandom.current();
        var hex = HexFormat.of();
        return "00-" + hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong() | 1) + "-"
                + hex.toHexDigits(random.nextLong() | 1) + "-00";
    }

    /** The span that the headers name, as one of another process. */
    static Context read(String traceparent, @Nullable String tracestate) {
        var headers = tracestate == null ? Map.of(HEADER, traceparent) : Map.of(HEADER, traceparent, STATE, tracestate);
        return W3C.extract(Context.root(), headers, FromMap.INSTANCE);
    }

    /** The headers that name a span. */
    static Map<String, String> write(Span span) {
        var headers = new HashMap<String, String>();
        W3C.inject(Context.root().with(span), headers, Map::put);
        return headers;
    }

    private enum FromMap implements TextMapGetter<Map<String, String>> {
        INSTANCE;

        @Override
        public Iterable<String> keys(Map<String, String> headers) {
            return headers.keySet();
        }

        @Override
        public @Nullable String get(@Nullable Map<String, String> headers, String name) {
            return headers == null ? null : headers.get(name);
        }
    }
}
