package dev.antiphon.projector.letters;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Text of unknown origin as PostgreSQL takes it: bounded, without NUL and broken surrogates. */
final class BoundedText {

    static final int REASON = 2_000;
    static final int NAME = 200;
    private static final int STACK_TRACE = 8_000;

    private BoundedText() {}

    static String of(String text, int length) {
        var cut = text.length() <= length ? text : text.substring(0, length);
        var valid = new String(cut.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        return valid.replace('\0', ' ');
    }

    static @Nullable String ofNullable(@Nullable String text) {
        return text == null ? null : of(text, NAME);
    }

    static String stackTrace(Throwable cause) {
        var text = new StringWriter();
        cause.printStackTrace(new PrintWriter(text, true));
        return of(text.toString(), STACK_TRACE);
    }
}
