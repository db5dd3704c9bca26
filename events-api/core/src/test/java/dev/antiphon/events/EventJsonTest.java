package dev.antiphon.events;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EventJsonTest {

    record Sample(String text, @Nullable String absent, Instant at, long minor) {}

    private static final Sample SAMPLE = new Sample("Ü 😀 \"\\", null, Instant.parse("2026-01-01T00:00:00Z"), 255);

    @Test
    void whatIsWrittenIsRead() {
        var json = EventJson.write(SAMPLE);

        assertThat(json).contains("\"2026-01-01T00:00:00Z\"").doesNotContain("absent");
        assertThat(EventJson.read(json.getBytes(UTF_8), Sample.class)).isEqualTo(SAMPLE);
    }

    /** Rule E7: a field more is a compatible change. */
    @Test
    void anUnknownFieldIsIgnored() {
        var json = EventJson.write(SAMPLE).replace("{\"text\"", "{\"new\":{\"deep\":[1]},\"text\"");

        assertThat(EventJson.read(json.getBytes(UTF_8), Sample.class)).isEqualTo(SAMPLE);
    }

    @Test
    void brokenBytesAreNamedAsSuch() {
        assertThatThrownBy(() -> EventJson.read("{\"text\":".getBytes(UTF_8), Sample.class))
                .isInstanceOf(UnreadablePayloadException.class)
                .hasMessageContaining("Sample");
    }

    @Test
    void backoffDoublesWithinItsBoundsAndNeverOverflows() {
        var backoff = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(30));

        assertThat(backoff.before(1)).isBetween(Duration.ofMillis(250), Duration.ofMillis(500));
        assertThat(backoff.before(3)).isBetween(Duration.ofMillis(1000), Duration.ofMillis(2000));
        assertThat(backoff.before(1_000_000)).isBetween(Duration.ofSeconds(15), Duration.ofSeconds(30));
    }
}
