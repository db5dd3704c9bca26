package dev.antiphon.events.settings;

import java.util.regex.Pattern;

/** Sizes as people write them in settings. */
final class Sizes {

    private static final Pattern FORM = Pattern.compile("(\\d{1,9})\\s*(|KiB|MiB)");

    private Sizes() {}

    static boolean isSize(String text) {
        return FORM.matcher(text).matches();
    }

    static int parse(String text) {
        var matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(text);
        }
        var unit = switch (matcher.group(2)) {
            case "KiB" -> 1L << 10;
            case "MiB" -> 1L << 20;
            default -> 1L;
        };
        var size = Long.parseLong(matcher.group(1)) * unit;
        if (size > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(text);
        }
        return (int) size;
    }
}
