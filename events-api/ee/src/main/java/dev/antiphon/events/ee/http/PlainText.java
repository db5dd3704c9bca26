package dev.antiphon.events.ee.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Text that survives everywhere, byte for byte: Unicode without U+0000, which PostgreSQL cannot keep, and without halves
 * of surrogate pairs, which UTF-8 cannot write.
 */
final class PlainText {

    static final String NUL = "the character U+0000";
    private static final String HALF = "half of a surrogate pair";

    private PlainText() {}

    /** The text of UTF-8 bytes, or null if they are none. */
    static @Nullable String decode(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /** The text of a body, without the mark of its byte order. */
    static String ofBody(byte[] bytes) {
        var text = decode(bytes);
        if (text == null) {
            throw refused("The body is not UTF-8. Send JSON in UTF-8.", List.of());
        }
        return text.startsWith("\ufeff") ? text.substring(1) : text;
    }

    /**
     * Refuses JSON with such a character in a value or a name. Only an escape can bring one in: raw ones are malformed
     * JSON or no UTF-8. So without an escape nothing has to be looked at.
     */
    static void check(String json) throws IOException {
        if (!json.contains("\\u")) {
            return;
        }
        try (var parser = JsonProvider.MAPPER.createParser(json)) {
            for (var token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.VALUE_STRING || token == JsonToken.FIELD_NAME) {
                    var flaw = flaw(parser.getText());
                    if (flaw != null) {
                        refuse(parser.getParsingContext().pathAsPointer().toString(), token, flaw);
                    }
                }
            }
        } catch (JsonProcessingException e) {
            // told where the body is read
        }
    }

    private static void refuse(String place, JsonToken token, String flaw) {
        var pointer = visible(place);
        var what = token == JsonToken.FIELD_NAME ? "The name at " : "The text at ";
        throw refused(
                what + pointer + " holds " + flaw + ". Leave it out.",
                List.of(new Problem.FieldError(pointer, "holds " + flaw)));
    }

    private static ProblemException refused(String detail, List<Problem.FieldError> errors) {
        return new ProblemException(Problem.of(400, "invalid-text", "A text cannot be used", detail, errors));
    }

    private static @Nullable String flaw(String text) {
        for (var i = 0; i < text.length(); i++) {
            var character = text.charAt(i);
            if (character == 0) {
                return NUL;
            }
            if (Character.isSurrogate(character)) {
                if (!Character.isHighSurrogate(character)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return HALF;
                }
                i++;
            }
        }
        return null;
    }

    private static String visible(String text) {
        var shown = new StringBuilder();
        text.codePoints()
                .map(each ->
                        each == 0 || each >= Character.MIN_SURROGATE && each <= Character.MAX_SURROGATE ? 0xfffd : each)
                .forEach(shown::appendCodePoint);
        return shown.toString();
    }
}
