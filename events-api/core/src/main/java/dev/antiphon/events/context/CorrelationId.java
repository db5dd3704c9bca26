package dev.antiphon.events.context;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which correlation ids are taken from outside: short and printable, so that no header or log line can be forged. */
final class CorrelationId {

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._:/+=@-]{1,128}");

    private CorrelationId() {}

    static boolean isValid(@Nullable String value) {
        return value != null && FORM.matcher(value).matches();
    }
}
