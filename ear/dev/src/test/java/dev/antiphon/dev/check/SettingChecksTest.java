package dev.antiphon.dev.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.dev.runtime.Environment;
import dev.antiphon.events.settings.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingChecksTest {

    private static List<Finding> check(Map<String, String> variables) {
        var all = new HashMap<>(variables);
        all.putIfAbsent("ANTIPHON_SERVICE", "orders");
        var environment = new Environment(all);
        return SettingChecks.run(new Settings(environment::setting, environment::names), environment);
    }

    @Test
    void whatCanBeReadIsOneLine() {
        assertThat(check(Map.of(
                        "ANTIPHON_RELAY_INTERVAL", "2s",
                        "ANTIPHON_PROJECTOR_THREADS_DAILY_SALES", "2",
                        "ANTIPHON_KAFKA_SECURITY_PROTOCOL", "SSL",
                        "ANTIPHON_OWNER_PASSWORD", "secret",
                        "PATH", "/bin")))
                .singleElement()
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(Finding.Level.OK));
    }

    @Test
    void whatCannotIsWrongAndWhatIsNoneIsAWarning() {
        assertThat(check(Map.of(
                        "ANTIPHON_RELAY_INTERVAL", "often",
                        "ANTIPHON_SERVICE", "",
                        "ANTIPHON_RELAY_BATCHSIZE", "7")))
                .extracting(finding -> finding.level() + " " + finding.what())
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("WRONG Setting antiphon.service is missing"),
                        second -> assertThat(second)
                                .startsWith("WRONG Setting antiphon.relay.interval is 'often', but must be a duration"),
                        third -> assertThat(third).startsWith("WARNING ANTIPHON_RELAY_BATCHSIZE is set"));
    }
}
