package dev.antiphon.torture;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.antiphon.torture.check.Check;
import dev.antiphon.torture.check.Evidence;
import dev.antiphon.torture.check.Violation;
import dev.antiphon.torture.fault.Storm;
import dev.antiphon.torture.traffic.Journal;
import dev.antiphon.torture.traffic.Outcome.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a run came to, as text and as JSON. */
final class Report {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int SHOWN = 5;

    private final Torture.Settings settings;
    private final List<String> leftOut;
    private final Map<String, List<Storm.Happened>> faults = new TreeMap<>();
    private final Map<Verdict, Integer> commands = new EnumMap<>(Verdict.class);
    private final Map<String, List<Violation>> checks = new LinkedHashMap<>();
    private Map<Evidence.Kind, Integer> amounts = Map.of();
    private Duration drained = Duration.ZERO;

    Report(Torture.Settings settings, List<String> leftOut) {
        this.settings = settings;
        this.leftOut = leftOut;
    }

    void happened(Storm.Happened happened) {
        faults.computeIfAbsent(happened.planned().fault().kind(), kind -> new ArrayList<>())
                .add(happened);
    }

    void commands(List<Journal.Entry> entries) {
        entries.forEach(entry -> commands.merge(entry.outcome().verdict(), 1, Integer::sum));
    }

    void drained(Duration took) {
        drained = took;
    }

    void judgedBy(Evidence evidence) {
        amounts = evidence.amounts();
    }

    void checked(Check check, List<Violation> violations) {
        checks.put(check.name(), List.copyOf(violations));
    }

    void broken(String check, List<Violation> violations) {
        checks.put(check, List.copyOf(violations));
    }

    boolean holds() {
        return !checks.isEmpty() && checks.values().stream().allMatch(List::isEmpty);
    }

    /** What replays the run. */
    String replay() {
        return "./antiphon torture --seed " + settings.seed()
                + " --minutes " + settings.length().toMinutes()
                + " --pace " + settings.pace().toSeconds()
                + (settings.kinds().isEmpty() ? "" : " --faults " + String.join(",", settings.kinds()));
    }

    String text() {
        var text = new StringBuilder();
        text.append(String.format(Locale.ROOT, "%-18s %8s %28s%n", "fault", "injected", "slowest recovery, s"));
        faults.forEach((kind, happened) -> text.append(String.format(
                Locale.ROOT,
                "%-18s %8d %28s%n",
                kind,
                happened.size(),
                String.format(Locale.ROOT, "%.1f", slowest(happened.stream()).orElseThrow()) + alone(happened))));
        if (!leftOut.isEmpty()) {
            text.append("left out: ").append(String.join(", ", leftOut)).append(System.lineSeparator());
        }
        text.append(String.format(
                Locale.ROOT,
                "commands: %,d acknowledged, %,d refused, %,d whose outcome nobody was told; quiet %.1f s after the last%n",
                commands.getOrDefault(Verdict.ACKNOWLEDGED, 0),
                commands.getOrDefault(Verdict.REFUSED, 0),
                commands.getOrDefault(Verdict.UNKNOWN, 0),
                drained.toMillis() / 1e3));
        if (!amounts.isEmpty()) {
            text.append(amounts.entrySet().stream()
                            .map(amount -> String.format(Locale.ROOT, "%,d %s", amount.getValue(), amount.getKey()))
                            .collect(Collectors.joining(", ", "judged by: ", "")))
                    .append(System.lineSeparator());
        }
        checks.forEach((check, violations) -> {
            text.append(violations.isEmpty() ? "holds   " : "BROKEN  ")
                    .append(check)
                    .append(System.lineSeparator());
            violations.stream()
                    .limit(SHOWN)
                    .forEach(each -> text.append("            ").append(each).append(System.lineSeparator()));
            if (violations.size() > SHOWN) {
                text.append("            and ")
                        .append(violations.size() - SHOWN)
                        .append(" more")
                        .append(System.lineSeparator());
            }
        });
        return text.toString();
    }

    private static String alone(List<Storm.Happened> happened) {
        return slowest(happened.stream().filter(Storm.Happened::alone))
                .map(seconds -> String.format(Locale.ROOT, " (%.1f alone)", seconds))
                .orElse(" (never alone)");
    }

    private static Optional<Double> slowest(Stream<Storm.Happened> happened) {
        return happened.map(each -> each.recovery().toMillis() / 1e3).max(Comparator.naturalOrder());
    }

    String json() {
        ObjectNode report = JSON.createObjectNode();
        report.put("seed", settings.seed());
        report.put("minutes", settings.length().toMinutes());
        report.put("holds", holds());
        var kinds = report.putArray("faults");
        faults.forEach((kind, happened) -> kinds.addObject()
                .put("kind", kind)
                .put("injected", happened.size())
                .put("slowestRecoverySeconds", slowest(happened.stream()).orElse(null))
                .put(
                        "slowestRecoveryAloneSeconds",
                        slowest(happened.stream().filter(Storm.Happened::alone)).orElse(null)));
        leftOut.forEach(report.putArray("leftOut")::add);
        var ends = report.putObject("commands");
        commands.forEach((verdict, count) -> ends.put(verdict.name().toLowerCase(Locale.ROOT), count));
        report.put("drainSeconds", drained.toMillis() / 1e3);
        var judgedBy = report.putObject("judgedBy");
        amounts.forEach((kind, amount) -> judgedBy.put(kind.toString(), amount));
        var results = report.putArray("checks");
        checks.forEach((check, violations) -> {
            var result = results.addObject().put("check", check).put("holds", violations.isEmpty());
            violations.stream().map(Violation::toString).forEach(result.putArray("violations")::add);
        });
        report.put("replay", replay());
        return report.toString();
    }
}
