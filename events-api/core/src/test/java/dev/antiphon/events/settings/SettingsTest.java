package dev.antiphon.events.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.antiphon.events.Setting;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {

    private static final Setting WAIT = new Setting("antiphon.query.wait-longest", "30s", "Longest time.");
    private static final Setting SERVICE = new Setting("antiphon.service", null, "Name of the service.");

    private static Settings of(String name, String value) {
        return new Settings(each -> Optional.ofNullable(Map.of(name, value).get(each)), () -> Set.of(name));
    }

    @Test
    void readsWhatIsSetElseTheDefault() {
        assertThat(of(WAIT.name(), " 2m ").duration(WAIT)).isEqualTo(Duration.ofMinutes(2));
        assertThat(of("other", "2m").duration(WAIT)).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void saysWhatIsMissingAndHowToSetIt() {
        assertThatThrownBy(() -> of("other", "x").check(SERVICE))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContainingAll("antiphon.service is missing", "Name of the service.", "ANTIPHON_SERVICE");
    }

    @ParameterizedTest
    @CsvSource({"500,12,soon", "30s,5m,5", "4MiB,900KiB,4 apples", "500ms,1s,'1,5s'"})
    void aValueMustBeOfTheKindOfItsDefault(String usual, String good, String bad) {
        var setting = new Setting("antiphon.it", usual, "");
        assertThatCode(() -> of("antiphon.it", good).check(setting)).doesNotThrowAnyException();
        assertThatThrownBy(() -> of("antiphon.it", bad).check(setting))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("antiphon.it is '" + bad + "'");
    }
}
