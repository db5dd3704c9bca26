package dev.antiphon.dev.cli;

import dev.antiphon.dev.importer.ImportProgress;
import dev.antiphon.projector.snapshots.SnapshotProgress;
import java.io.PrintWriter;

/** How far something long has come, for the person who waits: a bar on a terminal, elsewhere plain lines. */
interface ShownProgress extends ImportProgress, SnapshotProgress {

    /** Shows nothing. */
    ShownProgress SILENT = new ShownProgress() {
        @Override
        public void begin(String name, long total) {}

        @Override
        public void advance(long count) {}

        @Override
        public void end() {}
    };

    static ShownProgress on(PrintWriter out) {
        return Terminal.find().isPresent() && !"dumb".equals(System.getenv("TERM"))
                ? new BarProgress()
                : new LineProgress(out);
    }
}
