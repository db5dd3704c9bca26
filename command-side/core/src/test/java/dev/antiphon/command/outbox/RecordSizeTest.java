package dev.antiphon.command.outbox;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.antiphon.command.CommandRefusedException;
import dev.antiphon.events.Envelope;
import dev.antiphon.events.Headers;
import dev.antiphon.events.TopicName;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RecordSizeTest {

    private static final Envelope ENVELOPE = new Envelope(
            "01", "note.written", 1, "c", null, "notes", "note", "\u20ac", 1, Instant.EPOCH, null, "00", null);
    private static final OutboxEvent EVENT = new OutboxEvent(TopicName.of("it.notes.note"), ENVELOPE, "");

    private static int rest() {
        var size = 3 + Headers.PUBLISHED_AT.length() + 30;
        for (var header : Headers.write(ENVELOPE).entrySet()) {
            size += header.getKey().length() + header.getValue().length();
        }
        return size;
    }

    private static void check(String payload, int limit) {
        RecordSize.check(EVENT, payload, Headers.write(ENVELOPE), limit);
    }

    @Test
    void keyPayloadAndHeadersCountInBytesAsTheyAreSent() {
        assertThatCode(() -> check("\u20ac\u20acx", rest() + 7)).doesNotThrowAnyException();
        assertThatThrownBy(() -> check("\u20ac\u20acx", rest() + 6))
                .isInstanceOf(CommandRefusedException.class)
                .hasMessageContainingAll("note.written", (rest() + 7) + " bytes", "at most " + (rest() + 6));
    }
}
