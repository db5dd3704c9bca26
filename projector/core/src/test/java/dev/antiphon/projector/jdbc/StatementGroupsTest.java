package dev.antiphon.projector.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StatementGroupsTest {

    private final StatementGroups groups = new StatementGroups();

    private void add(String aggregate, String sql) {
        groups.add(aggregate, sql, new Object[] {aggregate});
    }

    private List<String> drain() {
        return groups.drain().stream()
                .map(group -> group.sql()
                        + group.rows().stream().map(row -> (String) row[0]).toList())
                .toList();
    }

    @Test
    void gathersMixedStatementsOfDifferentAggregates() {
        for (var aggregate : List.of("a", "b", "c")) {
            add(aggregate, "insert");
            add(aggregate, "update");
        }
        assertThat(drain()).containsExactly("insert[a, b, c]", "update[a, b, c]");
        assertThat(drain()).isEmpty();
    }

    @Test
    void keepsTheOrderWithinAnAggregate() {
        add("a", "update");
        add("a", "insert");
        add("b", "insert");
        add("b", "update");
        add("a", "update");
        assertThat(drain()).containsExactly("update[a]", "insert[a, b]", "update[b, a]");
    }

    @Test
    void takesAnAggregateOnceIntoAGroupOfUpserts() {
        var upsert = "insert into t values (?)\n ON  CONFLICT (id)\n DO UPDATE set x = 1";
        add("a", upsert);
        add("b", upsert);
        add("a", upsert);
        add("c", "update");
        add("c", "update");
        assertThat(drain()).containsExactly(upsert + "[a, b]", upsert + "[a]", "update[c, c]");
    }
}
