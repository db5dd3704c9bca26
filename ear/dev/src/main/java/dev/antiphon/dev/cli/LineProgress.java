package dev.antiphon.dev.cli;

import java.io.PrintWriter;
import java.util.Locale;

/** Progress as plain lines, one every few seconds, for logs and pipes. */
final class LineProgress implements ShownProgress {

    private static final long INTERVAL_NANOS = 5_000_000_000L;

    private final PrintWriter out;
    private String phase = "";
    private long total;
    private long done;
    private long begin;
    private long next;
    private long printed;

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
            if (printed < done) {
                print();
            }
            phase = "";
        }
    }

    private void print() {
        var seconds = (System.nanoTime() - begin) / 1e9;
        var rate = done / seconds;
        out.println(String.format(Locale.ROOT, "%s: %,d", phase, done)
                + (total < 0 ? "" : String.format(Locale.ROOT, " of %,d", total))
                + String.format(Locale.ROOT, ", %.0f s", seconds)
                + (done == 0 || seconds < 1 ? "" : String.format(Locale.ROOT, ", %,.0f/s", rate))
                + (done == 0 || done >= total
                        ? ""
                        : String.format(Locale.ROOT, ", %.0f s to go", (total - done) / rate)));
        out.flush();
        printed = done;
    }
}
