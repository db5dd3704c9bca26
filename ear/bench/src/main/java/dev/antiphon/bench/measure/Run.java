package dev.antiphon.bench.measure;

import dev.antiphon.bench.lab.Lab;
import dev.antiphon.dev.process.Folders;
import dev.antiphon.dev.process.Progress;
import dev.antiphon.dev.runtime.Installation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;

/**
 * One run of the benchmarks: where its servers are made, how much is measured, and who is told. Whatever servers are
 * running when it is closed, from whatever thread, are stopped then, and their folder is removed.
 */
public final class Run implements AutoCloseable {

    private final Installation installation;
    private final Path home;
    private final Path cache;
    private final boolean quick;
    private final Progress progress;
    private final List<Lab> labs = new ArrayList<>();
    private boolean closed;

    /**
     * A run that has started nothing yet.
     *
     * @param home a folder that does not exist
     * @param cache where unpacked programs are kept
     * @param quick fewer events and samples, for development
     */
    public Run(Installation installation, Path home, Path cache, boolean quick, Progress progress) {
        this.installation = installation;
        this.home = home;
        this.cache = cache;
        this.quick = quick;
        this.progress = progress;
    }

    /** How many samples each side takes after its warm-up. */
    public int samples() {
        return quick ? 2 : 5;
    }

    /** A number that is smaller in a quick run. */
    public int scaled(int full, int inQuickRun) {
        return quick ? inQuickRun : full;
    }

    /** The shipped war of the projections. */
    public Path projectorWar() {
        return installation.applications().stream()
                .filter(war -> war.contextRoot().equals("/projector"))
                .findFirst()
                .orElseThrow()
                .war();
    }

    public void report(String message) {
        progress.report(message);
    }

    /**
     * Starts fresh servers.
     *
     * @param sides which of the shipped wars are deployed beside the command side's
     * @throws CancellationException if the run has been closed
     */
    public Lab lab(Lab.Sides sides) throws Exception {
        Lab lab;
        synchronized (labs) {
            if (closed) {
                throw new CancellationException("the run is over");
            }
            lab = Lab.in(home.resolve("lab-" + (labs.size() + 1)), cache, installation, sides);
            labs.add(lab);
        }
        lab.start(progress);
        return lab;
    }

    /** Whether somebody has ended the run. */
    public boolean isClosed() {
        synchronized (labs) {
            return closed;
        }
    }

    @Override
    public void close() {
        List<Lab> started;
        synchronized (labs) {
            closed = true;
            started = List.copyOf(labs);
        }
        started.forEach(Lab::close);
        Folders.delete(home);
    }
}
