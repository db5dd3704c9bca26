package dev.antiphon.query.waiting;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the header {@code Prefer} (RFC 7240) says about waiting. Preferences that are unknown, or that make no sense, are
 * passed over, as the RFC has it; of several with the same name the first counts.
 *
 * @param bound {@code wait=N}, in whole seconds; null where nothing is said
 * @param lenient {@code handling=lenient}: past the bound rather what is there than a refusal
 */
public record Preferences(@Nullable Duration bound, boolean lenient) {

    /** The header. */
    public static final String HEADER = "Prefer";

    /** How a query is told which of its preferences counted. */
    public static final String APPLIED = "Preference-Applied";

    private static final Pattern PREFERENCE =
            Pattern.compile("\\s*([\\w-]+)\\s*(?:=\\s*(?:\"([^\"]*)\"|([^\\s;,\"]*)))?[^,]*(?:,|$)");
    private static final Pattern SECONDS = Pattern.compile("\\d{1,9}");

    /** @param headers as given, none or several */
    public static Preferences parse(List<String> headers) {
        Duration bound = null;
        var lenient = false;
        var seen = new ArrayList<String>();
        for (var header : headers) {
            var matcher = PREFERENCE.matcher(header);
            while (matcher.find()) {
                var name = matcher.group(1).toLowerCase(Locale.ROOT);
                var value = matcher.group(2) == null ? matcher.group(3) : matcher.group(2);
                if (value == null || seen.contains(name)) {
                    continue;
                }
                seen.add(name);
                if (name.equals("wait") && SECONDS.matcher(value).matches()) {
                    bound = Duration.ofSeconds(Long.parseLong(value));
                } else if (name.equals("handling")) {
                    lenient = value.equalsIgnoreCase("lenient");
                }
            }
        }
        return new Preferences(bound, lenient);
    }
}
