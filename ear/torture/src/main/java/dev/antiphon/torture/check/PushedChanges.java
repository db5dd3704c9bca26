package dev.antiphon.torture.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Who listened was told each change of each order once and in order. Where a rebuild has made a row of a state, that state
 * stands for the versions up to it.
 */
final class PushedChanges implements Check {

    private static final String SNAPSHOT = "snapshot";

    @Override
    public String name() {
        return "pushed changes have no hole";
    }

    @Override
    public List<Violation> violations(Evidence evidence) {
        Map<String, Long> last = new HashMap<>();
        var violations = new ArrayList<Violation>();
        for (var push : evidence.pushes()) {
            if (push.aggregateId().isEmpty()) {
                violations.add(new Violation("was told '" + push.type() + "' after it had begun", "the listener"));
                continue;
            }
            long before = last.getOrDefault(push.aggregateId(), 0L);
            var follows = push.type().equals(SNAPSHOT) ? push.version() > before : push.version() == before + 1;
            if (!follows) {
                violations.add(new Violation(
                        "version " + push.version() + " (" + push.type() + ") was pushed after version " + before,
                        push.aggregateId()));
            }
            last.put(push.aggregateId(), Math.max(before, push.version()));
        }
        for (var event : evidence.events()) {
            if (event.type().startsWith("order.") && last.getOrDefault(event.aggregateId(), 0L) < event.version()) {
                violations.add(new Violation(
                        "version " + event.version() + " (" + event.type() + ") was never pushed",
                        event.aggregateId()));
            }
        }
        return violations;
    }
}
