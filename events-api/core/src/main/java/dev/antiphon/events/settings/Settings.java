package dev.antiphon.events.settings;

import dev.antiphon.events.Setting;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;

/** Reads {@link Setting}s; a missing or unreadable value stops the deployment and says which one and what it takes. */
public final class Settings {

    /** Where a war has settings of its own; others count before them. */
    public static final String WAR_FILE = "META-INF/microprofile-config.properties";

    private final Function<String, Optional<String>> values;
    private final Supplier<Set<String>> names;

    /**
     * Settings out of a source.
     *
     * @param values finds what is set under a name, empty for nothing
     * @param names tells all that are set, as the source spells them
     */
    public Settings(Function<String, Optional<String>> values, Supplier<Set<String>> names) {
        this.values = values;
        this.names = names;
    }

    /** These, and below them what a war has of its own. */
    public Settings above(Properties own) {
        return new Settings(name -> value(name).or(() -> Optional.ofNullable(own.getProperty(name))), () -> {
            var all = new TreeSet<>(own.stringPropertyNames());
            all.addAll(names());
            return all;
        });
    }

    /** The name that a setting has in the environment. */
    public static String variable(String name) {
        return name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    }

    /** The names of all that are set, as their source spells them. */
    public Set<String> names() {
        return names.get();
    }

    /** What is set under a name, if anything. */
    public Optional<String> value(String name) {
        return values.apply(name);
    }

    public String text(Setting setting) {
        return read(setting, "a text", Function.identity());
    }

    public int number(Setting setting) {
        return read(setting, "a whole number", Integer::parseInt);
    }

    /** A whole number from 1 on. */
    public int count(Setting setting) {
        return read(setting, "a whole number from 1 on", text -> {
            var number = Integer.parseInt(text);
            if (number < 1) {
                throw new IllegalArgumentException(text);
            }
            return number;
        });
    }

    /** Milliseconds as {@code 500ms}, seconds as {@code 30s}, minutes as {@code 5m}, hours as {@code 24h}. */
    public Duration duration(Setting setting) {
        return read(setting, "a duration such as 500ms, 30s, 5m or 24h", Durations::parse);
    }

    /** Bytes, plain or as {@code 900KiB} or {@code 4MiB}; below 2 GiB. */
    public int bytes(Setting setting) {
        return read(setting, "a size below 2048MiB, such as 900KiB or 4MiB", Sizes::parse);
    }

    /** Checks that a value is there, and of the kind of its default. */
    public void check(Setting setting) {
        var kind = setting.defaultValue() == null ? "" : setting.defaultValue();
        if (kind.matches("\\d+")) {
            number(setting);
        } else if (Durations.isDuration(kind)) {
            duration(setting);
        } else if (Sizes.isSize(kind)) {
            bytes(setting);
        } else {
            text(setting);
        }
    }

    private <T> T read(Setting setting, String expected, Function<String, T> parser) {
        var value = value(setting.name())
                .or(() -> Optional.ofNullable(setting.defaultValue()))
                .orElseThrow(() -> new InvalidSettingException("Setting " + setting.name() + " is missing: "
                        + setting.description() + " Set it, for example as environment variable "
                        + variable(setting.name()) + "."));
        try {
            return parser.apply(value.strip());
        } catch (IllegalArgumentException e) {
            throw new InvalidSettingException(
                    "Setting " + setting.name() + " is '" + value + "', but must be " + expected + ".");
        }
    }
}
