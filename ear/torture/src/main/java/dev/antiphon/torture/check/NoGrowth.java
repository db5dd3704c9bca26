package dev.antiphon.torture.check;

import dev.antiphon.torture.check.Evidence.Growth;
import java.util.ArrayList;
import java.util.List;

/**
 * A node that has lived long holds what it held when it was warm.
 *
 * <p>Threads: a war's own are as many as its tasks, and end when idle; Kafka's clients come anew after failures and go with
 * their threads; so 12 more is as far as an honest node gets. Connections: a pool grows to its 12, and Kafka's
 * clients have one to each of two brokers and one to their coordinator; so 24 more. Heap: the server loads classes and fills
 * caches as long as it meets something new; so half as much again and 24 MB.
 */
final class NoGrowth implements Check {

    private static final int THREADS = 12;
    private static final int CONNECTIONS = 24;
    private static final long HEAP = 24L << 20;

    @Override
    public String name() {
        return "no threads, connections or memory grow";
    }

    @Override
    public List<Violation> violations(Evidence evidence) {
        var violations = new ArrayList<Violation>();
        for (var growth : evidence.growths()) {
            add(
                    violations,
                    growth,
                    "threads",
                    growth.before().threads(),
                    growth.after().threads(),
                    growth.before().threads() + THREADS);
            add(
                    violations,
                    growth,
                    "connections",
                    growth.before().connections(),
                    growth.after().connections(),
                    growth.before().connections() + CONNECTIONS);
            add(
                    violations,
                    growth,
                    "bytes of heap",
                    growth.before().heapBytes(),
                    growth.after().heapBytes(),
                    growth.before().heapBytes() * 3 / 2 + HEAP);
        }
        return violations;
    }

    private static void add(
            List<Violation> violations, Growth growth, String what, long before, long after, long bound) {
        if (after > bound) {
            violations.add(new Violation(
                    "had " + before + " " + what + " and " + growth.seconds() + " s later " + after + ", more than "
                            + bound,
                    growth.node()));
        }
    }
}
