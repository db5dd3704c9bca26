package dev.antiphon.dev.cli;

import dev.antiphon.dev.importer.ImportProgress;
import java.io.PrintWriter;
import java.util.Locale;

/** Progress as plain lines, one every few seconds, for logs and pipes. */
final class LineProgress implements ImportProgress {

    private static final long INTERVAL_NANOS = 5_000_000_000L;

    private final PrintWriter out;
    private String phase = "";
    private long total;
    private long done;
    private long begin;
    private long next;

    LineProgress(PrintWriter out) {
        this.out = out;
    }

    @Override
    public synchronized void begin(String name, long count) {
        end();
        phase = name;
        total = count;
        done = 0;
        begin = System.nanoTime();
        next = begin + INTERVAL_NANOS;
        print();
    }

    @Override
    public synchronized void advance(long count) {
        done += count;
        if (System.nanoTime() > next) {
            next += INTERVAL_NANOS;
            print();
        }
    }

    @Override
    public synchronized void end() {
        if (!phase.isEmpty()) {
            print();
            phase = "";
        }
    }

    private void print() {
        out.println(String.format(Locale.ROOT, "%s: %,d", phase, done)
                + (total < 0 ? "" : String.format(Locale.ROOT, " of %,d", total))
                + String.format(Locale.ROOT, ", %.0f s", (System.nanoTime() - begin) / 1e9));
        out.flush();
    }
}
