package dev.antiphon.events.ee.config;

import dev.antiphon.events.Setting;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/** Reads {@link Setting}s; a missing or unreadable value stops the deployment and says which one and what it takes. */
public final class Settings {

    private final Config config;

    private Settings(Config config) {
        this.config = config;
    }

    /** The settings of the war whose class loader is current. */
    public static Settings ofThisApplication() {
        return new Settings(ConfigProvider.getConfig());
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

    private <T> T read(Setting setting, String expected, Function<String, T> parser) {
        var value = config.getOptionalValue(setting.name(), String.class)
                .or(() -> Optional.ofNullable(setting.defaultValue()))
                .orElseThrow(() -> new InvalidSettingException("Setting " + setting.name() + " is missing: "
                        + setting.description() + " Set it, for example as environment variable "
                        + setting.name().toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_") + "."));
        try {
            return parser.apply(value.strip());
        } catch (IllegalArgumentException e) {
            throw new InvalidSettingException(
                    "Setting " + setting.name() + " is '" + value + "', but must be " + expected + ".");
        }
    }
}
