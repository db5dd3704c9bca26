package dev.antiphon.dev.cli;

import java.util.Locale;

/** Tells people what happens with the seconds since the beginning. */
final class StepPrinter {

    private final Output output;
    private final long begin = System.nanoTime();

    StepPrinter(Output output) {
        this.output = output;
    }

    synchronized void report(String message) {
        output.say(String.format(Locale.ROOT, "  %5.1f s  %s", (System.nanoTime() - begin) / 1e9, message));
    }
}
