package dev.antiphon.torture.fault;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Who touches which part now: one fault that harms it, or several that need it. Safe for many threads. */
final class Parts {

    private static final int HARMED = -1;

    private final Map<String, Integer> held = new HashMap<>();

    /** Waits until it can have all of them. */
    synchronized void take(Planned planned) throws InterruptedException {
        var harmed = planned.fault().occupies(planned.target());
        var needed = planned.fault().needs(planned.target());
        while (!areFree(harmed, needed)) {
            wait();
        }
        harmed.forEach(part -> held.put(part, HARMED));
        needed.forEach(part -> held.merge(part, 1, Integer::sum));
    }

    private boolean areFree(Set<String> harmed, Set<String> needed) {
        return harmed.stream().noneMatch(held::containsKey)
                && needed.stream().noneMatch(part -> held.getOrDefault(part, 0) == HARMED);
    }

    synchronized void giveBack(Planned planned) {
        planned.fault().occupies(planned.target()).forEach(held::remove);
        planned.fault()
                .needs(planned.target())
                .forEach(part -> held.computeIfPresent(part, (name, count) -> count == 1 ? null : count - 1));
        notifyAll();
    }
}
