package dev.antiphon.events.context;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The header {@code traceparent} of W3C Trace Context, version 00. */
final class TraceParent {

    private static final Pattern FORM = Pattern.compile("00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

    private TraceParent() {}

    static boolean isValid(@Nullable String value) {
        return value != null && FORM.matcher(value).matches();
    }

    /** A new trace, not sampled: there is no SDK that would have recorded it. */
    static String begin() {
        var random = ThreadLocalRandom.current();
        var hex = HexFormat.of();
        return "00-" + hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong() | 1) + "-"
                + hex.toHexDigits(random.nextLong() | 1) + "-00";
    }
}
