package dev.antiphon.torture.check;

import dev.antiphon.torture.fault.Poison;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Nothing is parked that was not poison, and of poison each projection of its topic has one letter. */
final class DeadLetters implements Check {

    private static final Map<String, List<String>> READERS = Map.of(
            "shop.orders.order", List.of("customer_spend", "daily_sales", "order_summary"),
            "shop.orders.product", List.of("product_summary"));

    private record Key(String projection, String key) {}

    @Override
    public String name() {
        return "nothing is parked that was not poison";
    }

    @Override
    public List<Violation> violations(Evidence evidence) {
        var violations = new ArrayList<Violation>();
        Map<Key, Integer> letters = new HashMap<>();
        for (var letter : evidence.letters()) {
            letters.merge(new Key(letter.projection(), letter.key()), 1, Integer::sum);
            if (!letter.key().startsWith(Poison.KEY)) {
                violations.add(new Violation(
                        "is a dead letter: " + letter.reason(), letter.projection() + " " + letter.key()));
            }
            if (!letter.copied()) {
                violations.add(new Violation(
                        "is not on " + letter.topic() + ".dlq", letter.projection() + " " + letter.key()));
            }
        }
        for (var parked : evidence.parked()) {
            if (!parked.contains(Poison.KEY)) {
                violations.add(new Violation("is parked", parked));
            }
        }
        for (var poison : evidence.poison()) {
            for (var projection : READERS.getOrDefault(poison.topic(), List.of())) {
                int count = letters.getOrDefault(new Key(projection, poison.key()), 0);
                if (count != 1) {
                    violations.add(new Violation(
                            "has " + count + " dead letters instead of one", projection + " " + poison.key()));
                }
            }
        }
        return violations;
    }
}
