package dev.antiphon.torture.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/** Each read model is what the write store says, row by row and to the cent. */
final class ReadModels implements Check {

    @Override
    public String name() {
        return "each projection equals a recomputation from the write store";
    }

    @Override
    public List<Violation> violations(Evidence evidence) {
        var violations = new ArrayList<Violation>();
        for (var model : evidence.readModels()) {
            var balance = new HashMap<String, Integer>();
            model.expected().forEach(row -> balance.merge(row, 1, Integer::sum));
            model.actual().forEach(row -> balance.merge(row, -1, Integer::sum));
            balance.forEach((row, count) -> {
                if (count != 0) {
                    violations.add(
                            new Violation((count > 0 ? "lacks " : "has, and should not have, ") + row, model.name()));
                }
            });
        }
        return violations;
    }
}
