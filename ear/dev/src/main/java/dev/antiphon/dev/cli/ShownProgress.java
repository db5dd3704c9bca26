package dev.antiphon.dev.cli;

import dev.antiphon.dev.importer.ImportProgress;
import dev.antiphon.projector.snapshots.SnapshotProgress;
import java.io.PrintWriter;

/** How far something long has come, for the person who waits: a bar on a terminal, elsewhere plain lines. */
interface ShownProgress extends ImportProgress, SnapshotProgress {

    static ShownProgress on(PrintWriter out) {
        return Terminal.find().isPresent() && !"dumb".equals(System.getenv("TERM"))
                ? new BarProgress()
                : new LineProgress(out);
    }
}
