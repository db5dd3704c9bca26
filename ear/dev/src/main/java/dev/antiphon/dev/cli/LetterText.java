package dev.antiphon.dev.cli;

import dev.antiphon.projector.letters.DeadLetter;
import dev.antiphon.projector.spi.RecordHeader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A dead letter, whole, for operators. What it holds came from elsewhere: on a terminal its control characters are escaped. */
final class LetterText {

    private LetterText() {}

    /** What is given up with it, in a few words. */
    static String name(DeadLetter letter) {
        return (letter.eventType() == null ? "letter " + letter.id() : letter.eventType())
                + (letter.aggregateVersion() == null ? "" : ", version " + letter.aggregateVersion())
                + (letter.aggregateId() == null ? "" : ", of " + letter.aggregateId())
                + " (" + letter.projection() + ", " + letter.delivery() + ")";
    }

    static JsonLine json(DeadLetter letter) {
        var delivery = letter.delivery();
        return new JsonLine()
                .with("letter", letter.id())
                .with("projection", letter.projection())
                .with("consumer", letter.consumer())
                .with("aggregateId", letter.aggregateId())
                .with("aggregateVersion", letter.aggregateVersion())
                .with("eventType", letter.eventType())
                .with("kind", letter.kind())
                .with("reason", letter.reason())
                .with("attempts", letter.attempts())
                .with("failedAt", letter.failedAt())
                .with("topic", delivery.topic())
                .with("partition", delivery.partition())
                .with("offset", delivery.offset())
                .with("time", delivery.timestamp())
                .with("key", text(delivery.originalKey()))
                .with(
                        "headers",
                        delivery.originalHeaders().stream()
                                .map(LetterText::json)
                                .toList())
                .with("payload", text(delivery.value()));
    }

    private static Map<String, @Nullable Object> json(RecordHeader header) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("name", header.name());
        fields.put("value", text(header.value()));
        return fields;
    }

    static String of(DeadLetter letter) {
        var delivery = letter.delivery();
        return """
                Letter %d of %s: %s
                  reason     %s (%s)
                  attempts   %d, the last at %s by %s
                  where      %s, of %s, key %s
                  headers
                %s
                  payload    %s""".formatted(
                        letter.id(),
                        letter.projection(),
                        shown(event(letter)),
                        shown(letter.reason()),
                        letter.kind(),
                        letter.attempts(),
                        letter.failedAt(),
                        letter.consumer(),
                        delivery,
                        delivery.timestamp(),
                        shown(text(delivery.originalKey())),
                        delivery.originalHeaders().stream()
                                .map(header -> "    " + shown(header.name()) + ": " + shown(text(header.value())))
                                .collect(Collectors.joining(System.lineSeparator())),
                        delivery.value() == null ? "none: the aggregate is deleted" : shown(text(delivery.value())));
    }

    private static String event(DeadLetter letter) {
        return (letter.eventType() == null ? "an unreadable event" : letter.eventType())
                + (letter.aggregateId() == null ? " of an unknown aggregate" : " of " + letter.aggregateId())
                + (letter.aggregateVersion() == null ? "" : ", version " + letter.aggregateVersion());
    }

    /** Text as it is, other bytes in hexadecimal. */
    static @Nullable String text(byte @Nullable [] bytes) {
        if (bytes == null) {
            return null;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return "0x" + HexFormat.of().formatHex(bytes);
        }
    }

    static String shown(@Nullable String text) {
        return text == null
                ? "none"
                : text.codePoints()
                        .mapToObj(each -> Character.isISOControl(each) || Character.getType(each) == Character.FORMAT
                                ? "\\u%04x".formatted(each)
                                : Character.toString(each))
                        .collect(Collectors.joining());
    }
}
