package dev.antiphon.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CursorTest {

    @Test
    void comesBackAsItWas() {
        var time = Instant.parse("2010-12-01T08:26:00.123456Z");

        var cursor = Cursor.parse(Cursor.of(time, "C536379 ä/+").toString());

        assertThat(cursor.instant(0)).isEqualTo(time);
        assertThat(cursor.text(1)).isEqualTo("C536379 ä/+");
    }

    @Test
    void needsNoEscapingInUrls() {
        assertThat(Cursor.of("ÿþ>?", "~~~~").toString()).matches("[A-Za-z0-9_-]+");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "!", "AAAA", "AQAF", "AQ=", "42", "AgABYQ"})
    void refusesWhatItNeverGave(String text) {
        assertThatThrownBy(() -> Cursor.parse(text))
                .isInstanceOf(InvalidParameterException.class)
                .hasMessageContaining("after");
    }

    @Test
    void refusesACursorOfAnotherList() {
        var cursor = Cursor.of("no instant");

        assertThatThrownBy(() -> cursor.instant(0)).isInstanceOf(InvalidParameterException.class);
        assertThatThrownBy(() -> cursor.text(1)).isInstanceOf(InvalidParameterException.class);
    }
}
