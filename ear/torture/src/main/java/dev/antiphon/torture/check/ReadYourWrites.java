package dev.antiphon.torture.check;

import java.util.List;

/** A query that asked for a version was answered that one, a later one, or that it is not there yet. */
final class ReadYourWrites implements Check {

    private static final int OK = 200;
    private static final int NOT_FOUND = 404;

    @Override
    public String name() {
        return "no query answered an older version than asked for";
    }

    @Override
    public List<Violation> violations(Evidence evidence) {
        return evidence.readings().stream()
                .filter(reading -> reading.status() == NOT_FOUND
                        || reading.status() == OK && reading.version() < reading.askedFor())
                .map(reading -> new Violation(
                        "was asked for version " + reading.askedFor() + " and answered " + reading.status()
                                + " with version " + reading.version(),
                        reading.aggregateId()))
                .toList();
    }
}
