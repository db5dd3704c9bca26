package dev.antiphon.dev.cli;

import java.io.PrintWriter;
import java.util.Locale;

/** Prints what happens with the seconds since the beginning. */
final class StepPrinter {

    private final PrintWriter out;
    private final long begin = System.nanoTime();

    StepPrinter(PrintWriter out) {
        this.out = out;
    }

    synchronized void report(String message) {
        out.printf(Locale.ROOT, "  %5.1f s  %s%n", (System.nanoTime() - begin) / 1e9, message);
        out.flush();
    }
}
