package dev.antiphon.orders.command;

import dev.antiphon.command.Violation;
import java.math.BigDecimal;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Turns prices as people write them into minor units, exactly or not at all: nothing is ever rounded. */
public final class Money {

    private Money() {}

    /** The currency of an ISO 4217 code, or empty where there is none of that code. */
    public static Optional<Currency> currency(@Nullable String code) {
        try {
            return Optional.ofNullable(code).map(Currency::getInstance);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * A price in minor units.
     *
     * @param pointer where the price stands in the command, for the violation
     * @param violations gets one where the price is finer than the currency's minor unit, or too large
     * @return the amount, or 0 with a violation
     */
    public static long toMinor(BigDecimal price, Currency currency, String pointer, List<Violation> violations) {
        try {
            return price.movePointRight(currency.getDefaultFractionDigits()).longValueExact();
        } catch (ArithmeticException e) {
            violations.add(new Violation(
                    pointer,
                    "must be a whole number of the minor unit of " + currency + ", with at most "
                            + currency.getDefaultFractionDigits() + " decimals"));
            return 0;
        }
    }
}
