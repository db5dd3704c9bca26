package dev.antiphon.dev.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.antiphon.projector.letters.DeadLetter;
import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.RecordHeader;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class LetterTextTest {

    private static final Instant TIME = Instant.parse("2026-05-01T10:15:30Z");

    private static DeadLetter letter(byte[] payload) {
        var headers = List.of(
                new RecordHeader("Event-Type", "order.placed".getBytes(UTF_8)),
                new RecordHeader("Event-Type", null),
                new RecordHeader("Odd", new byte[] {(byte) 0xff, 1}));
        var delivery = new Delivery("shop.orders.order", 3, 17, TIME, "A-1".getBytes(UTF_8), payload, headers);
        return new DeadLetter(
                5, "summary", "orders-summary", delivery, "A-1", 2L, "order.placed", "handler", "It broke", 6, TIME);
    }

    @Test
    void showsWhatLiesInItWithoutLettingItDriveTheTerminal() {
        assertThat(LetterText.of(letter("{\"é\":\"\u001b[2J\u202e\"}".getBytes(UTF_8))))
                .contains("order.placed of A-1, version 2", "It broke (handler)", "6, the last at " + TIME)
                .contains(
                        "shop.orders.order-3 offset 17", "Event-Type: order.placed", "Event-Type: none", "Odd: 0xff01")
                .contains("payload    {\"é\":\"\\u001b[2J\\u202e\"}");
        assertThat(LetterText.of(letter(null))).contains("none: the aggregate is deleted");
    }

    @Test
    void asJsonItIsOneLineWithTheHeadersAsTheyCame() throws Exception {
        var line = LetterText.json(letter("a\nb".getBytes(UTF_8))).toString();
        assertThat(line).doesNotContain("\n");
        var json = new ObjectMapper().readTree(line);
        assertThat(json.path("payload").asText()).isEqualTo("a\nb");
        assertThat(json.path("key").asText()).isEqualTo("A-1");
        assertThat(json.path("headers")).hasSize(3);
        assertThat(json.path("headers").get(2).path("value").asText()).isEqualTo("0xff01");
        assertThat(json.path("headers").get(1).path("value").isNull()).isTrue();
    }
}
