package dev.antiphon.projector.jdbc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Rows in the text format of PostgreSQL's {@code COPY}. */
final class CopyText {

    /** Their texts are what PostgreSQL reads. */
    private static final Set<Class<?>> PLAIN = Set.of(
            Long.class,
            Integer.class,
            Short.class,
            Double.class,
            Float.class,
            Boolean.class,
            BigDecimal.class,
            BigInteger.class,
            UUID.class,
            Instant.class,
            OffsetDateTime.class,
            LocalDate.class,
            LocalDateTime.class,
            LocalTime.class);

    private CopyText() {}

    /** Whether there is a text for each value. */
    static boolean knows(List<@Nullable Object[]> rows) {
        for (var row : rows) {
            for (var value : row) {
                if (value != null
                        && !(value instanceof String)
                        && !(value instanceof Enum<?>)
                        && !PLAIN.contains(value.getClass())) {
                    return false;
                }
            }
        }
        return true;
    }

    static String of(List<@Nullable Object[]> rows) {
        var text = new StringBuilder(rows.size() * 100);
        for (var row : rows) {
            for (var i = 0; i < row.length; i++) {
                if (i > 0) {
                    text.append('\t');
                }
                append(text, row[i]);
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static void append(StringBuilder text, @Nullable Object value) {
        if (value == null) {
            text.append("\\N");
        } else if (value instanceof String string) {
            escape(text, string);
        } else if (value instanceof Enum<?> constant) {
            text.append(constant.name());
        } else {
            text.append(value);
        }
    }

    private static void escape(StringBuilder text, String string) {
        for (var i = 0; i < string.length(); i++) {
            var character = string.charAt(i);
            switch (character) {
                case '\\' -> text.append("\\\\");
                case '\t' -> text.append("\\t");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                default -> text.append(character);
            }
        }
    }
}
