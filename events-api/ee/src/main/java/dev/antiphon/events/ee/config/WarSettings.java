package dev.antiphon.events.ee.config;

import dev.antiphon.events.settings.InvalidSettingException;
import dev.antiphon.events.settings.Settings;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.TreeSet;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * The settings of a war: what MicroProfile Config tells, and below it the war's own
 * {@code META-INF/microprofile-config.properties}, which not every server looks for in the wars of an EAR.
 */
public final class WarSettings {

    private WarSettings() {}

    /** Those of the war whose class loader is current. */
    public static Settings ofThisApplication() {
        var config = ConfigProvider.getConfig();
        return new Settings(name -> config.getOptionalValue(name, String.class), () -> {
                    var names = new TreeSet<String>();
                    config.getPropertyNames().forEach(names::add);
                    return names;
                })
                .above(ownFile(Thread.currentThread().getContextClassLoader()));
    }

    private static Properties ownFile(ClassLoader war) {
        var own = new Properties();
        try (var file = war.getResourceAsStream(Settings.WAR_FILE)) {
            if (file != null) {
                own.load(new InputStreamReader(file, StandardCharsets.UTF_8));
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new InvalidSettingException(Settings.WAR_FILE + " of this war cannot be read: " + e.getMessage());
        }
        return own;
    }
}
