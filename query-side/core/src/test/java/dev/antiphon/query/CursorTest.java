package dev.antiphon.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CursorTest {

    @Test
    void comesBackAsItWas() {
        var cursor = new Cursor("-orderedAt", List.of("2010-12-01T08:26:00.123456Z", "C536379 ä/+", ""));

        assertThat(Cursor.parse(cursor.toString())).isEqualTo(cursor);
    }

    @Test
    void needsNoEscapingInUrls() {
        assertThat(new Cursor("ÿþ>?", List.of("~~~~")).toString()).matches("[A-Za-z0-9_-]+");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "!", "AAAA", "AQAF", "AQ=", "42", "AgAC", "AgABYQA"})
    void refusesWhatItNeverGave(String text) {
        assertThatThrownBy(() -> Cursor.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
