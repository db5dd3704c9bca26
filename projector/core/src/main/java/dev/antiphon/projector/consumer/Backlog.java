package dev.antiphon.projector.consumer;

import dev.antiphon.projector.letters.DeadLetters;

/** How much a projection has given up, as its tables said when they were last asked; read by others. */
final class Backlog {

    private volatile DeadLetters.Counts counts = new DeadLetters.Counts(0, 0);

    void set(DeadLetters.Counts now) {
        counts = now;
    }

    long parked() {
        return counts.parkedAggregates();
    }

    long letters() {
        return counts.letters();
    }
}
