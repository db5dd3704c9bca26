package dev.antiphon.events.context;

import org.jspecify.annotations.Nullable;

/** Which correlation ids are taken from outside: short and printable, so that no header or log line can be forged. */
final class CorrelationId {

    private static final int LONGEST = 128;

    private CorrelationId() {}

    /** Asked for each event. */
    static boolean isValid(@Nullable String value) {
        if (value == null || value.isEmpty() || value.length() > LONGEST) {
            return false;
        }
        for (var i = 0; i < value.length(); i++) {
            if (!isAllowed(value.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAllowed(char character) {
        return character >= 'a' && character <= 'z'
                || character >= 'A' && character <= 'Z'
                || character >= '0' && character <= '9'
                || "._:/+=@-".indexOf(character) >= 0;
    }
}
