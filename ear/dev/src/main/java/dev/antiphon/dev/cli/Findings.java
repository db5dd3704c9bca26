package dev.antiphon.dev.cli;

import dev.antiphon.dev.check.Finding;
import java.util.List;
import java.util.Locale;

/** Shows what checks have found. */
final class Findings {

    private Findings() {}

    /**
     * Shows them.
     *
     * @return the exit code: 1 if something is wrong
     */
    static int tell(Output output, List<Finding> findings) {
        findings.forEach(finding -> output.tell(json(finding), text(finding)));
        var wrong = count(findings, Finding.Level.WRONG);
        output.say(wrong + " wrong, " + count(findings, Finding.Level.WARNING) + " warnings, "
                + count(findings, Finding.Level.OK) + " ok.");
        return wrong > 0 ? 1 : 0;
    }

    private static long count(List<Finding> findings, Finding.Level level) {
        return findings.stream().filter(finding -> finding.level() == level).count();
    }

    private static String level(Finding finding) {
        return finding.level().name().toLowerCase(Locale.ROOT);
    }

    private static JsonLine json(Finding finding) {
        return new JsonLine()
                .with("level", level(finding))
                .with("about", finding.about())
                .with("what", finding.what())
                .with("todo", finding.todo().isEmpty() ? null : finding.todo());
    }

    private static String text(Finding finding) {
        return "%-8s %-9s %s%s"
                .formatted(
                        level(finding),
                        finding.about(),
                        finding.what(),
                        finding.todo().isEmpty() ? "" : "%n%18s -> %s".formatted("", finding.todo()));
    }
}
