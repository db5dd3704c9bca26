package dev.antiphon.dev.check;

import dev.antiphon.command.CommandSettings;
import dev.antiphon.dev.runtime.Environment;
import dev.antiphon.events.Setting;
import dev.antiphon.events.settings.CommonSettings;
import dev.antiphon.events.settings.InvalidSettingException;
import dev.antiphon.events.settings.Settings;
import dev.antiphon.projector.ProjectorSettings;
import dev.antiphon.query.QuerySettings;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Whether every setting is there and can be read, and whether every {@code ANTIPHON_…} variable is one. */
public final class SettingChecks {

    private static final String ABOUT = "settings";
    private static final List<Setting> ALL = Stream.of(
                    CommonSettings.all(), CommandSettings.all(), ProjectorSettings.all(), QuerySettings.all())
            .flatMap(List::stream)
            .toList();

    private SettingChecks() {}

    /** Looks at all of them. */
    public static List<Finding> run(Settings settings, Environment environment) {
        var findings = new ArrayList<Finding>();
        for (var setting : ALL) {
            try {
                settings.check(setting);
            } catch (InvalidSettingException e) {
                findings.add(Finding.wrong(ABOUT, e.getMessage(), "Set " + variable(setting) + "."));
            }
        }
        for (var variable : environment.names()) {
            if (!isKnown(variable)) {
                findings.add(Finding.warning(
                        ABOUT, variable + " is set, but there is no such setting", "Correct its name, or unset it."));
            }
        }
        if (findings.isEmpty()) {
            findings.add(Finding.ok(ABOUT, ALL.size() + " settings can be read"));
        }
        return findings;
    }

    private static boolean isKnown(String variable) {
        return Environment.isForKafka(variable)
                || Environment.isOwn(variable)
                || ALL.stream().anyMatch(setting -> variable.equals(variable(setting)))
                || ProjectorSettings.perProjection().stream()
                        .anyMatch(setting -> variable.startsWith(variable(setting) + "_"));
    }

    private static String variable(Setting setting) {
        return Settings.variable(setting.name());
    }
}
