package dev.antiphon.events;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;

/** Reads instants in the one form in which they are written, {@code 2026-01-01T12:00:00.123456Z}, as fast as each event asks. */
final class Instants {

    private static final int NANOS = 9;

    private Instants() {}

    /** Like {@link Instant#parse}, which reads what has another form, and refuses what is none. */
    static Instant parse(String text) {
        var end = text.length() - 1;
        if (end < 19
                || end > 20 + NANOS
                || text.charAt(end) != 'Z'
                || text.charAt(4) != '-'
                || text.charAt(7) != '-'
                || text.charAt(10) != 'T'
                || text.charAt(13) != ':'
                || text.charAt(16) != ':'
                || end > 19 && (text.charAt(19) != '.' || end == 20)) {
            return Instant.parse(text);
        }
        var year = number(text, 0, 4);
        var month = number(text, 5, 7);
        var day = number(text, 8, 10);
        var hour = number(text, 11, 13);
        var minute = number(text, 14, 16);
        var second = number(text, 17, 19);
        var fraction = end > 19 ? number(text, 20, end) : 0;
        if (year < 0
                || month < 1
                || month > 12
                || day < 1
                || day > lengthOf(year, month)
                || hour < 0
                || hour > 23
                || minute < 0
                || minute > 59
                || second < 0
                || second > 59
                || fraction < 0) {
            return Instant.parse(text);
        }
        for (var digits = end > 19 ? end - 20 : NANOS; digits < NANOS; digits++) {
            fraction *= 10;
        }
        return Instant.ofEpochSecond(
                LocalDate.of(year, month, day).toEpochDay() * 86_400 + hour * 3_600 + minute * 60 + second, fraction);
    }

    private static int lengthOf(int year, int month) {
        return YearMonth.of(year, month).lengthOfMonth();
    }

    /** -1 if it is none. */
    private static int number(String text, int from, int to) {
        var number = 0;
        for (var i = from; i < to; i++) {
            var digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number * 10 + digit;
        }
        return number;
    }
}
