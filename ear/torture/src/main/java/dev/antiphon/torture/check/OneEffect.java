package dev.antiphon.torture.check;

import dev.antiphon.torture.check.Evidence.StoredEvent;
import dev.antiphon.torture.traffic.Outcome.Verdict;
import dev.antiphon.torture.traffic.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** However often a request was sent, it took effect once at most, and who asks again is told the same. */
final class OneEffect implements Check {

    @Override
    public String name() {
        return "no request took effect twice";
    }

    @Override
    public List<Violation> violations(Evidence evidence) {
        var violations = new ArrayList<Violation>();
        Map<Long, StoredEvent> first = new HashMap<>();
        for (var event : evidence.events()) {
            var number = Request.numberIn(event.correlationId());
            var before = first.putIfAbsent(number, event);
            if (before != null) {
                violations.add(new Violation("has two events, " + before + " and " + event, "request " + number));
            }
        }
        for (var repeat : evidence.repeats()) {
            var again = repeat.answer();
            var passing = again.outcome().verdict() == Verdict.UNKNOWN;
            if (!passing
                    && (again.status() != repeat.first().status()
                            || !again.body().equals(repeat.first().body()))) {
                violations.add(new Violation(
                        "was answered " + repeat.first().status() + " "
                                + repeat.first().body() + ", and when sent again " + again.status() + " "
                                + again.body(),
                        repeat.request().toString()));
            }
        }
        return violations;
    }
}
