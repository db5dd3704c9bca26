package dev.antiphon.events.ee.config;

import dev.antiphon.events.Setting;
import java.util.List;

/** The settings that every war has. */
public final class CommonSettings {

    public static final Setting SERVICE = new Setting(
            "antiphon.service",
            null,
            "Name of the service, for the header Source-Service and the consumer groups <service>-<projection>.");

    private CommonSettings() {}

    /** All settings of this class. */
    public static List<Setting> all() {
        return List.of(SERVICE);
    }
}
