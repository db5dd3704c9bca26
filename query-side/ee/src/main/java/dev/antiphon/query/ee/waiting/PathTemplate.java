package dev.antiphon.query.ee.waiting;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A JAX-RS path template such as {@code orders/{id}/summary}, matched against raw request paths. */
final class PathTemplate {

    private static final Pattern PARAMETER =
            Pattern.compile("\\{\\s*([\\w.-]+)\\s*(?::\\s*((?:[^{}]|\\{[^{}]*})+?))?\\s*}");
    private static final Pattern MATRIX = Pattern.compile(";[^/]*");

    private final Pattern pattern;
    private final List<String> names = new ArrayList<>();
    private final int literals;

    /** @param segments parts of the template, joined by slashes */
    PathTemplate(String... segments) {
        var template = String.join("/", segments).replaceAll("/{2,}", "/").replaceAll("^/|/$", "");
        var regex = new StringBuilder("/?");
        var matcher = PARAMETER.matcher(template);
        var end = 0;
        var count = 0;
        while (matcher.find()) {
            count += matcher.start() - end;
            regex.append(Pattern.quote(template.substring(end, matcher.start())));
            var own = matcher.group(2);
            names.add(matcher.group(1));
            regex.append("(?<p")
                    .append(names.size())
                    .append('>')
                    .append(own == null ? "[^/]+" : own)
                    .append(')');
            end = matcher.end();
        }
        count += template.length() - end;
        regex.append(Pattern.quote(template.substring(end))).append("/?");
        pattern = Pattern.compile(regex.toString());
        literals = count;
    }

    boolean matches(String rawPath) {
        return pattern.matcher(withoutMatrix(rawPath)).matches();
    }

    /** The decoded value of a parameter, if the path is of this template. */
    Optional<String> parameter(String name, String rawPath) {
        var index = names.indexOf(name);
        var matcher = pattern.matcher(withoutMatrix(rawPath));
        return index < 0 || !matcher.matches() ? Optional.empty() : decode(matcher.group("p" + (index + 1)));
    }

    /** JAX-RS prefers the template with more literal characters. */
    int literals() {
        return literals;
    }

    private static String withoutMatrix(String rawPath) {
        return MATRIX.matcher(rawPath).replaceAll("");
    }

    /** Without U+0000, which JAX-RS refuses; PostgreSQL would fail with it, for all that wait. */
    private static Optional<String> decode(String raw) {
        try {
            return Optional.of(URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8))
                    .filter(text -> text.indexOf('\0') < 0);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
