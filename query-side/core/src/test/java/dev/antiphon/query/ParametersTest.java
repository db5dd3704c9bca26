package dev.antiphon.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.antiphon.query.waiting.MinVersion;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParametersTest {

    @Test
    void namesTheParameterAndItsRange() {
        assertThat(Parameters.between(1, 500, "limit", 500)).isEqualTo(500);
        assertThatThrownBy(() -> Parameters.between(1, 500, "limit", 501))
                .isInstanceOf(InvalidParameterException.class)
                .hasMessage("Parameter limit must be between 1 and 500.");
        assertThatThrownBy(() -> Parameters.between(1, 500, "limit", 0)).hasMessageContaining("limit");
    }

    @Test
    void comparesOnlyWhatIsThere() {
        var day = LocalDate.of(2011, 1, 1);

        assertThatCode(() -> Parameters.inOrder("from", day, "to", day)).doesNotThrowAnyException();
        assertThatCode(() -> Parameters.inOrder("from", day, "to", null)).doesNotThrowAnyException();
        assertThatThrownBy(() -> Parameters.inOrder("from", day.plusDays(1), "to", day))
                .hasMessage("Parameter from must be at or before to.");
    }

    @Test
    void readsAMinimumVersion() {
        assertThat(MinVersion.parse(List.of("3"))).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "-1", "1.0", "one", "9223372036854775808", " 1", "+1"})
    void refusesWhatIsNoMinimumVersion(String value) {
        assertThatThrownBy(() -> MinVersion.parse(List.of(value)))
                .isInstanceOf(InvalidParameterException.class)
                .hasMessageContaining("minVersion");
    }

    @Test
    void refusesTwoMinimumVersions() {
        assertThatThrownBy(() -> MinVersion.parse(List.of("1", "2"))).isInstanceOf(InvalidParameterException.class);
    }
}
