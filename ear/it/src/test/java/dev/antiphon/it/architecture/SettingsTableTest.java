package dev.antiphon.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.command.CommandSettings;
import dev.antiphon.events.Setting;
import dev.antiphon.events.ee.config.KafkaSettings;
import dev.antiphon.events.settings.CommonSettings;
import dev.antiphon.projector.ProjectorSettings;
import dev.antiphon.query.QuerySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The README's table of settings is made of the code's. */
class SettingsTableTest {

    @Test
    void theReadmeDocumentsEverySettingAndNoOther() throws IOException {
        var expected = Stream.of(
                        CommonSettings.all(),
                        KafkaSettings.all(),
                        CommandSettings.all(),
                        ProjectorSettings.all(),
                        QuerySettings.all())
                .flatMap(List::stream)
                .map(SettingsTableTest::row)
                .toList();

        var documented = Files.readAllLines(Path.of("../../README.md")).stream()
                .filter(line -> line.startsWith("| `antiphon."))
                .toList();

        assertThat(documented).containsExactlyElementsOf(expected);
    }

    private static String row(Setting setting) {
        return "| `" + setting.name() + "` | " + defaultOf(setting) + " | " + setting.description() + " |";
    }

    private static String defaultOf(Setting setting) {
        if (setting.defaultValue() == null) {
            return "required";
        }
        return setting.defaultValue().isEmpty() ? "none" : "`" + setting.defaultValue() + "`";
    }
}
