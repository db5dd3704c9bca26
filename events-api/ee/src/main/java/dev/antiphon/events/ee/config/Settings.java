package dev.antiphon.events.ee.config;

import dev.antiphon.events.Setting;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/** Reads {@link Setting}s; a missing or unreadable value stops the deployment and says which one and what it takes. */
public final class Settings {

    private static final String OWN_FILE = "META-INF/microprofile-config.properties";

    private final Config config;
    private final Properties own;

    private Settings(Config config, Properties own) {
        this.config = config;
        this.own = own;
    }

    /**
     * The settings of the war whose class loader is current: what MicroProfile Config tells, and below it the war's own
     * {@code META-INF/microprofile-config.properties}, which not every server looks for in the wars of an EAR.
     */
    public static Settings ofThisApplication() {
        return new Settings(
                ConfigProvider.getConfig(), ownFile(Thread.currentThread().getContextClassLoader()));
    }

    private static Properties ownFile(ClassLoader war) {
        var own = new Properties();
        try (var file = war.getResourceAsStream(OWN_FILE)) {
            if (file != null) {
                own.load(new InputStreamReader(file, StandardCharsets.UTF_8));
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new InvalidSettingException(OWN_FILE + " of this war cannot be read: " + e.getMessage());
        }
        return own;
    }

    /** The names of all settings that have a value, as their sources spell them. */
    Set<String> names() {
        var names = new TreeSet<>(own.stringPropertyNames());
        config.getPropertyNames().forEach(names::add);
        return names;
    }

    /** The value that a name has, if any. */
    Optional<String> value(String name) {
        return config.getOptionalValue(name, String.class).or(() -> Optional.ofNullable(own.getProperty(name)));
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
        var value = value(setting.name())
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
