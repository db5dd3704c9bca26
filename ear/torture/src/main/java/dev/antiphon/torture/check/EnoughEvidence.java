package dev.antiphon.torture.check;

import java.util.List;

/** Every check has something to judge by: what holds of nothing holds for nothing. */
final class EnoughEvidence implements Check {

    @Override
    public String name() {
        return "there is something to judge by";
    }

    @Override
    public List<Violation> violations(Evidence evidence) {
        return evidence.amounts().entrySet().stream()
                .filter(amount -> amount.getKey().needed() && amount.getValue() == 0)
                .map(amount -> new Violation("there are none", amount.getKey().toString()))
                .toList();
    }
}
