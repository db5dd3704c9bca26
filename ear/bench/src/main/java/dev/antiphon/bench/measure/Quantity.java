package dev.antiphon.bench.measure;

import java.util.Locale;

/**
 * A measured number.
 *
 * @param value how much
 * @param unit of what
 */
public record Quantity(double value, String unit) {

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%,.1f %s", value, unit);
    }
}
