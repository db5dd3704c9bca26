package dev.antiphon.torture;

import dev.antiphon.dev.process.Progress;
import dev.antiphon.torture.check.Checks;
import dev.antiphon.torture.check.Evidence;
import dev.antiphon.torture.check.Evidence.Backlog;
import dev.antiphon.torture.check.Violation;
import dev.antiphon.torture.evidence.Findings;
import dev.antiphon.torture.evidence.VitalsWatch;
import dev.antiphon.torture.fault.Fault;
import dev.antiphon.torture.fault.Faults;
import dev.antiphon.torture.fault.NeedsAHandException;
import dev.antiphon.torture.fault.Plan;
import dev.antiphon.torture.fault.Storm;
import dev.antiphon.torture.system.Shop;
import dev.antiphon.torture.traffic.Journal;
import dev.antiphon.torture.traffic.Traffic;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One run: the shop is opened, customers come, faults happen, all becomes quiet, and what must hold is checked. */
final class Torture implements AutoCloseable {

    private static final Duration WARM_UP = Duration.ofSeconds(5);
    private static final Duration LOOK = Duration.ofSeconds(5);
    private static final Duration DRAIN_LIMIT = Duration.ofMinutes(3);
    private static final long LAST_COMMANDS_SECONDS = 60;

    private final Shop shop;
    private final Path projectorWar;
    private final Settings settings;
    private final Journal journal;
    private final Progress progress;
    private volatile boolean closed;

    /**
     * What a run is made of; the same ones give the same faults.
     *
     * @param kinds the kinds of faults, or empty for all of them
     */
    record Settings(long seed, Duration length, Duration pace, List<String> kinds) {}

    Torture(Shop shop, Path projectorWar, Settings settings, Progress progress) {
        this.shop = shop;
        this.projectorWar = projectorWar;
        this.settings = settings;
        this.journal = new Journal(shop.folder().resolve("journal.jsonl"));
        this.progress = message -> {
            progress.report(message);
            journal.note(message);
        };
    }

    /** Runs to the end, or to the first thing that must not be. */
    Report run() throws Exception {
        var faults = new Faults(shop, projectorWar);
        var named = faults.named(settings.kinds());
        shop.open(progress);
        var kinds = named.stream().filter(fault -> !fault.targets().isEmpty()).toList();
        var vitals = new VitalsWatch(shop.nodes(), shop.folder());
        var threads = Executors.newCachedThreadPool();
        try (var traffic = new Traffic(shop, journal, settings.seed());
                var storm = new Storm(
                        Plan.of(kinds, settings.seed(), settings.length(), settings.pace()),
                        faults.recovery(traffic),
                        progress)) {
            traffic.start();
            progress.report("customers, readers and a listener are there");
            threads.submit(vitals);
            TimeUnit.NANOSECONDS.sleep(WARM_UP.toNanos());
            var report = new Report(settings, leftOut(faults, kinds));
            try {
                watch(threads.submit(() -> {
                    storm.blow(settings.length());
                    storm.calm();
                    return null;
                }));
                traffic.stopSending(LAST_COMMANDS_SECONDS);
                progress.report("all faults are healed, nobody sends any more");
                var findings = new Findings(shop, journal);
                var backlog = drained(findings, report);
                var growths = vitals.growths();
                var evidence = findings.evidence(faults.poison(), backlog, growths);
                report.judgedBy(evidence);
                Checks.atTheEnd().forEach(check -> report.checked(check, check.violations(evidence)));
            } catch (NeedsAHandException e) {
                report.broken("no process needs a hand", List.of(new Violation(e.getMessage(), "recovery")));
            } catch (Broken e) {
                report.broken(e.check, e.violations);
            }
            storm.over().forEach(report::happened);
            report.commands(journal.entries());
            return report;
        } finally {
            threads.shutdownNow();
        }
    }

    private static List<String> leftOut(Faults faults, List<Fault> chosen) {
        return faults.all().stream()
                .filter(fault -> !chosen.contains(fault))
                .map(Fault::kind)
                .toList();
    }

    /** A check that broke while the run went on. */
    private static final class Broken extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient String check;
        private final transient List<Violation> violations;

        private Broken(String check, List<Violation> violations) {
            super(check);
            this.check = check;
            this.violations = violations;
        }
    }

    private void watch(Future<?> storm) throws Exception {
        while (true) {
            try {
                storm.get(LOOK.toMillis(), TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException e) {
                var evidence = Evidence.soFar(journal);
                for (var check : Checks.whileItRuns()) {
                    var violations = check.violations(evidence);
                    if (!violations.isEmpty()) {
                        throw new Broken(check.name(), violations);
                    }
                }
            } catch (ExecutionException e) {
                throw e.getCause() instanceof Exception cause ? cause : e;
            }
        }
    }

    private Backlog drained(Findings findings, Report report) throws SQLException, InterruptedException {
        var begin = System.nanoTime();
        while (true) {
            var backlog = findings.backlog();
            var passed = Duration.ofNanos(System.nanoTime() - begin);
            if (backlog.isNone() || passed.compareTo(DRAIN_LIMIT) > 0) {
                report.drained(passed);
                return backlog;
            }
            TimeUnit.MILLISECONDS.sleep(500);
        }
    }

    /** Whether it is being ended, or has been. */
    boolean isClosed() {
        return closed;
    }

    /** Ends every process; whoever comes second waits for the first. */
    @Override
    public synchronized void close() {
        closed = true;
        shop.close();
        journal.close();
    }
}
