package dev.antiphon.bench.measure;

import java.util.Locale;

/**
 * What a result has to reach.
 *
 * @param subject what is held against the bound
 * @param atLeast whether the bound is the least or the most
 * @param bound the number
 */
public record Bar(Subject subject, boolean atLeast, double bound) {

    /** What the bound is for. */
    public enum Subject {
        RATIO,
        PRODUCT
    }

    /** The product reaches so much of the raw limit, or more. */
    public static Bar ratioAtLeast(double bound) {
        return new Bar(Subject.RATIO, true, bound);
    }

    /** The product takes so many times what the raw code takes, or less. */
    public static Bar ratioAtMost(double bound) {
        return new Bar(Subject.RATIO, false, bound);
    }

    /** The product alone takes so much, or less. */
    public static Bar productAtMost(double bound) {
        return new Bar(Subject.PRODUCT, false, bound);
    }

    boolean isMetBy(double product, double ratio) {
        double value = subject == Subject.RATIO ? ratio : product;
        return atLeast ? value >= bound : value <= bound;
    }

    /** For people: {@code ratio >= 0.60}. */
    public String text() {
        return String.format(
                Locale.ROOT,
                subject == Subject.RATIO ? "ratio %s %.2f" : "product %s %.0f",
                atLeast ? ">=" : "<=",
                bound);
    }
}
