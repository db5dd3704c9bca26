package dev.antiphon.query;

import java.time.Instant;
import java.time.LocalDate;

/** Dates and times that clients may ask for: of years 1 to 9999, which every database and every format can tell. */
public final class Moments {

    private static final LocalDate FIRST_DAY = LocalDate.of(1, 1, 1);
    private static final LocalDate LAST_DAY = LocalDate.of(9999, 12, 31);
    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

    private Moments() {}

    /** @throws IllegalArgumentException if it lies outside */
    public static LocalDate within(LocalDate day) {
        return within(FIRST_DAY.compareTo(day) <= 0 && day.compareTo(LAST_DAY) <= 0, day);
    }

    /** @throws IllegalArgumentException if it lies outside */
    public static Instant within(Instant time) {
        return within(FIRST.compareTo(time) <= 0 && time.compareTo(LAST) <= 0, time);
    }

    private static <T> T within(boolean inside, T moment) {
        if (!inside) {
            throw new IllegalArgumentException(moment + " is not of the years 1 to 9999");
        }
        return moment;
    }
}
