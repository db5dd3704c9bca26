package dev.antiphon.events.settings;

import java.time.Duration;
import java.util.regex.Pattern;

/** Durations as people write them in settings. */
final class Durations {

    private static final Pattern FORM = Pattern.compile("(\\d+)\\s*(ms|s|m|h|d)");

    private Durations() {}

    static boolean isDuration(String text) {
        return FORM.matcher(text).matches();
    }

    static Duration parse(String text) {
        var matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(text);
        }
        var number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
    }
}
