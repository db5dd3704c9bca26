package dev.antiphon.torture.check;

import dev.antiphon.torture.check.Evidence.StoredEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The write store's own story holds together: the events of each aggregate have the versions from 1 to its own, each once,
 * and in an order that the domain allows.
 */
final class Histories implements Check {

    private static final Set<String> CHANGES = Set.of("product.renamed", "product.repriced");
    private static final Map<String, Set<String>> NEXT = Map.of(
            "",
            Set.of("order.placed", "product.listed"),
            "order.placed",
            Set.of("order.confirmed", "order.cancelled"),
            "order.confirmed",
            Set.of("order.shipped", "order.cancelled"),
            "product.listed",
            CHANGES,
            "product.renamed",
            CHANGES,
            "product.repriced",
            CHANGES);

    @Override
    public String name() {
        return "aggregates and their events agree in the write store";
    }

    @Override
    public List<Violation> violations(Evidence evidence) {
        var histories = new HashMap<String, TreeMap<Long, StoredEvent>>();
        var violations = new ArrayList<Violation>();
        for (var event : evidence.events()) {
            var twin = histories
                    .computeIfAbsent(event.aggregateId(), id -> new TreeMap<>())
                    .put(event.version(), event);
            if (twin != null) {
                violations.add(new Violation("version " + event.version() + " exists twice", event.aggregateId()));
            }
        }
        histories.forEach((id, history) -> follow(id, history, evidence.versions(), violations));
        evidence.versions().forEach((id, version) -> {
            if (!histories.containsKey(id)) {
                violations.add(new Violation("is there without any event", id));
            }
        });
        return violations;
    }

    private static void follow(
            String id, TreeMap<Long, StoredEvent> history, Map<String, Long> versions, List<Violation> violations) {
        var expected = 1L;
        var last = "";
        for (var event : history.values()) {
            if (event.version() != expected) {
                violations.add(new Violation("has no event of version " + expected, id));
                return;
            }
            if (!NEXT.getOrDefault(last, Set.of()).contains(event.type())) {
                violations.add(new Violation(event.type() + " follows " + (last.isEmpty() ? "nothing" : last), id));
            }
            last = event.type();
            expected++;
        }
        if (versions.getOrDefault(id, 0L) != expected - 1) {
            violations.add(
                    new Violation("has version " + versions.get(id) + ", and events up to " + (expected - 1), id));
        }
    }
}
