package dev.antiphon.events.context;

import org.jspecify.annotations.Nullable;

/** Which correlation ids are taken from outside: short and printable, so that no header or log line can be forged. */
final class CorrelationId {

    private static final int LONGEST = 128;

    private CorrelationId() {}

    static boolean isValid(@Nullable String value) {
        return value != null
                && !value.isEmpty()
                && value.length() <= LONGEST
                && value.chars().allMatch(CorrelationId::isAllowed);
    }

    private static boolean isAllowed(int character) {
        return character >= 'a' && character <= 'z'
                || character >= 'A' && character <= 'Z'
                || character >= '0' && character <= '9'
                || "._:/+=@-".indexOf(character) >= 0;
    }
}
