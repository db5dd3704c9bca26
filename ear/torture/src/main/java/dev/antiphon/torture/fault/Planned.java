package dev.antiphon.torture.fault;

import java.time.Duration;
import java.util.Locale;

/**
 * A fault to come.
 *
 * @param number its place in the order, from 1
 * @param at when it is due, from the beginning of the storm
 * @param hold how long it lasts
 * @param luck decides whatever else a kind leaves to chance
 */
public record Planned(int number, Fault fault, String target, Duration at, Duration hold, long luck) {

    /** One of so many, by luck. */
    public int choice(int bound) {
        return (int) Long.remainderUnsigned(luck, bound);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT, "#%d %s of %s for %.1f s", number, fault.kind(), target, hold.toMillis() / 1e3);
    }
}
