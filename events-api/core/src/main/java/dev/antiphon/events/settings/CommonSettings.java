package dev.antiphon.events.settings;

import dev.antiphon.events.Setting;
import java.util.List;

/** The settings that every war has. */
public final class CommonSettings {

    public static final Setting SERVICE = new Setting(
            "antiphon.service",
            null,
            "Name of the service, for the header Source-Service and the consumer groups <service>-<projection>.");

    public static final Setting MAX_BODY =
            new Setting("antiphon.http.max-body", "4MiB", "Largest body of a request; beyond it the answer is 413.");

    private CommonSettings() {}

    /** All settings of this class. */
    public static List<Setting> all() {
        return List.of(SERVICE, MAX_BODY);
    }
}
