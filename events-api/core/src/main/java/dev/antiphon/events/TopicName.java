package dev.antiphon.events;

import java.util.regex.Pattern;

/**
 * A topic name that keeps rule E1: {@code <system>.<service>.<entity>}, and {@code .v2} and so on behind it after a
 * breaking change (rule E7).
 *
 * @param value the whole name
 * @param entity its third part, which is also the header {@code Aggregate-Type}
 */
public record TopicName(String value, String entity) {

    private static final Pattern FORM =
            Pattern.compile("[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*\\.([a-z][a-z0-9_]*)(\\.v([2-9]|[1-9][0-9]+))?");

    /**
     * Checks a name.
     *
     * @throws InvalidEventModelException if it is not of the form above
     */
    public static TopicName of(String value) {
        var matcher = FORM.matcher(value);
        if (!matcher.matches()) {
            throw new InvalidEventModelException(
                    "Topic '" + value
                            + "' is not of the form <system>.<service>.<entity> in lower case, such as shop.orders.order: rename it (rule E1).");
        }
        return new TopicName(value, matcher.group(1));
    }

    @Override
    public String toString() {
        return value;
    }
}
