package dev.antiphon.command.ee.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.antiphon.events.ee.http.ProblemException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IfMatchFilterTest {

    @Test
    void takesOneVersionSeveralOrAny() {
        assertThat(IfMatchFilter.parse("\"7\"").versions()).isEqualTo(Set.of(7L));
        assertThat(IfMatchFilter.parse("\"7\" ,\"8\",, \"12\"").versions()).isEqualTo(Set.of(7L, 8L, 12L));
        assertThat(IfMatchFilter.parse("*").allows(99)).isTrue();
        assertThat(IfMatchFilter.parse("\"7\"").allows(8)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ",",
                "7",
                "\"7",
                "W/\"7\"",
                "\"07\"",
                "\"-1\"",
                "\"x\"",
                "\"7\" \"8\"",
                "\"7\",*",
                "**",
                "\"99999999999999999999\""
            })
    void refusesWhatIsNoVersionInQuotes(String value) {
        assertThatThrownBy(() -> IfMatchFilter.parse(value))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refused -> assertThat(refused.problem().status()).isEqualTo(400));
    }
}
