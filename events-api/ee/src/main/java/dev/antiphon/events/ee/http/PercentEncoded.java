package dev.antiphon.events.ee.http;

import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/** Looks into a part of a URL as it was sent. */
final class PercentEncoded {

    private PercentEncoded() {}

    /** What is wrong with the text that it stands for, or null. */
    static @Nullable String flaw(String raw) {
        for (var i = raw.indexOf('%'); i >= 0; i = raw.indexOf('%', i)) {
            var bytes = new ByteArrayOutputStream();
            for (; i < raw.length() && raw.charAt(i) == '%'; i += 3) {
                if (i + 2 >= raw.length()) {
                    return "a % without two hexadecimal digits";
                }
                var high = Character.digit(raw.charAt(i + 1), 16);
                var low = Character.digit(raw.charAt(i + 2), 16);
                if (high < 0 || low < 0) {
                    return "a % without two hexadecimal digits";
                }
                if (high + low == 0) {
                    return PlainText.NUL;
                }
                bytes.write(high << 4 | low);
            }
            if (PlainText.decode(bytes.toByteArray()) == null) {
                return "bytes that are no UTF-8";
            }
        }
        return null;
    }
}
