package dev.antiphon.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InstantsTest {

    @Test
    void readsWhatIsWritten() {
        var random = new Random(1);
        for (var i = 0; i < 10_000; i++) {
            var nanos = switch (i % 4) {
                case 0 -> 0;
                case 1 -> random.nextInt(1_000) * 1_000_000;
                case 2 -> random.nextInt(1_000_000) * 1_000;
                default -> random.nextInt(1_000_000_000);
            };
            var instant = Instant.ofEpochSecond(random.nextLong(-60_000_000_000L, 250_000_000_000L), nanos);
            assertThat(Instants.parse(instant.toString())).isEqualTo(instant);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2024-02-29T00:00:00Z",
                "2026-01-01T24:00:00Z",
                "2026-01-01T12:00:00.1Z",
                "2026-01-01T12:00:00.123456789Z",
                "+12026-01-01T12:00:00Z",
                "2026-01-01T12:00:00+01:00"
            })
    void agreesWithTheLibraryAboutOtherForms(String text) {
        assertThat(Instants.parse(text)).isEqualTo(Instant.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "2026-02-29T00:00:00Z",
                "2026-13-01T00:00:00Z",
                "2026-01-32T00:00:00Z",
                "2026-01-01T12:60:00Z",
                "2026-01-01T12:00:0xZ",
                "2026-01-01T12:00:00.Zx",
                "2026-01-01 12:00:00Z",
                "2026-01-01T12:00:00.1234567890Z",
                "not a time at all, Z"
            })
    void refusesWhatIsNone(String text) {
        assertThatThrownBy(() -> Instants.parse(text)).isInstanceOf(DateTimeParseException.class);
    }
}
