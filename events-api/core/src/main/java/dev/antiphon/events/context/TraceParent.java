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
import org.jspecify.annotations.Nullable;

/** The headers {@code traceparent} and {@code tracestate} of W3C Trace Context, version 00. */
final class TraceParent {

    private static final int LENGTH = 55;

    static final String HEADER = "traceparent";
    static final String STATE = "tracestate";

    private static final TextMapPropagator W3C = W3CTraceContextPropagator.getInstance();

    private TraceParent() {}

    /** {@code 00-<32 hex digits>-<16 hex digits>-<2 hex digits>}, neither of the first two all zero; asked for each event. */
    static boolean isValid(@Nullable String value) {
        return value != null
                && value.length() == LENGTH
                && value.startsWith("00-")
                && value.charAt(35) == '-'
                && value.charAt(52) == '-'
                && isId(value, 3, 35)
                && isId(value, 36, 52)
                && isHex(value.charAt(53))
                && isHex(value.charAt(54));
    }

    private static boolean isId(String value, int from, int to) {
        var zero = true;
        for (var i = from; i < to; i++) {
            if (!isHex(value.charAt(i))) {
                return false;
            }
            zero &= value.charAt(i) == '0';
        }
        return !zero;
    }

    private static boolean isHex(char digit) {
        return digit >= '0' && digit <= '9' || digit >= 'a' && digit <= 'f';
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
