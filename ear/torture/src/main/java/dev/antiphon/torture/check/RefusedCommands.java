package dev.antiphon.torture.check;

import dev.antiphon.torture.traffic.Outcome.Verdict;
import dev.antiphon.torture.traffic.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Whatever was refused had no effect, and whatever had to be refused was. */
final class RefusedCommands implements Check {

    @Override
    public String name() {
        return "no refused command took effect, no wrong one was acknowledged";
    }

    @Override
    public List<Violation> violations(Evidence evidence) {
        var effects = evidence.events().stream()
                .map(event -> Request.numberIn(event.correlationId()))
                .collect(Collectors.toSet());
        var violations = new ArrayList<Violation>();
        for (var command : evidence.commands()) {
            var request = command.request();
            if (command.outcome().verdict() == Verdict.REFUSED && effects.contains(request.number())) {
                violations.add(new Violation(
                        "is refused with " + command.outcome().status() + ", and has an event", request.toString()));
            }
            var wrong = request.wrong();
            if (wrong != null
                    && (command.outcome().verdict() == Verdict.ACKNOWLEDGED || effects.contains(request.number()))) {
                violations.add(new Violation("is wrong (" + wrong + "), and took effect", request.toString()));
            }
        }
        return violations;
    }
}
