package dev.antiphon.torture.check;

import java.util.ArrayList;
import java.util.List;

/** When all is quiet nothing is left to do. */
final class NothingLeft implements Check {

    @Override
    public String name() {
        return "backlog and lag are back to zero, without a hand";
    }

    @Override
    public List<Violation> violations(Evidence evidence) {
        var violations = new ArrayList<Violation>();
        var backlog = evidence.backlog();
        add(violations, backlog.unsent(), "events are not sent", "outbox");
        backlog.lag().forEach((where, lag) -> add(violations, lag, "records behind", where));
        add(violations, backlog.unpushed(), "orders whose last change was not pushed", "changes");
        add(violations, backlog.uncopied(), "dead letters that are not copied to their topic", "dead letters");
        return violations;
    }

    private static void add(List<Violation> violations, long count, String what, String where) {
        if (count != 0) {
            violations.add(new Violation(count + " " + what, where));
        }
    }
}
