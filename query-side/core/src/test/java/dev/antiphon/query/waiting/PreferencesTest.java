package dev.antiphon.query.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreferencesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "wait=5, handling=lenient",
                "handling=lenient,wait=5",
                "respond-async, wait = \"5\"; x=1 , Handling=Lenient; y",
                "wait=5, wait=9, handling=lenient, handling=strict"
            })
    void saysHowLongAndHow(String header) {
        assertThat(Preferences.parse(List.of(header))).isEqualTo(new Preferences(Duration.ofSeconds(5), true));
    }

    @Test
    void severalHeadersAreOneList() {
        assertThat(Preferences.parse(List.of("wait=0", "handling=lenient")))
                .isEqualTo(new Preferences(Duration.ZERO, true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "wait",
                "wait=",
                "wait=-1",
                "wait=x",
                "wait=9999999999",
                "handling=strict",
                ",,",
                "=",
                "a;b=\""
            })
    void whatMakesNoSenseIsPassedOver(String header) {
        assertThat(Preferences.parse(List.of(header))).isEqualTo(new Preferences(null, false));
    }
}
