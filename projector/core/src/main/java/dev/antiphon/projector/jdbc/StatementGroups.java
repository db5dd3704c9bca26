package dev.antiphon.projector.jdbc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Orders batched statements into few JDBC batches: events of different types come mixed, and a batch for each change of
 * statement would be a batch of one.
 *
 * <p>A statement joins the first group of its own text that does not lie before the last group of its aggregate, so the
 * statements of one aggregate keep their order, and only those of different aggregates change places (rule E9).
 *
 * <p>A statement that may update on conflict joins a group only once for each aggregate: a driver that rewrites a batch
 * into one statement of many rows would otherwise meet the same row twice, which PostgreSQL refuses.
 */
final class StatementGroups {

    private static final Pattern UPSERT =
            Pattern.compile("on\\s+conflict\\b.*\\bdo\\s+update\\b", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /**
     * One JDBC batch.
     *
     * @param guarded for each row the change to be told of, where they are guarded ones, else empty
     */
    record Group(String sql, List<@Nullable Object[]> rows, List<GuardedChange> guarded) {}

    private final List<Group> groups = new ArrayList<>();
    private final Map<String, Integer> lastGroup = new HashMap<>();
    private final Map<String, Boolean> upserts = new HashMap<>();

    void add(String aggregateId, String sql, @Nullable Object[] parameters) {
        find(aggregateId, sql).rows().add(parameters);
    }

    void add(String aggregateId, GuardedChange change) {
        var group = find(aggregateId, change.row().sql());
        group.rows().add(change.row().parameters());
        group.guarded().add(change);
    }

    private Group find(String aggregateId, String sql) {
        var first = lastGroup.getOrDefault(aggregateId, -1) + (isUpsert(sql) ? 1 : 0);
        var index = Math.max(first, 0);
        while (index < groups.size() && !groups.get(index).sql().equals(sql)) {
            index++;
        }
        if (index == groups.size()) {
            groups.add(new Group(sql, new ArrayList<>(), new ArrayList<>()));
        }
        lastGroup.put(aggregateId, index);
        return groups.get(index);
    }

    private boolean isUpsert(String sql) {
        return upserts.computeIfAbsent(sql, text -> UPSERT.matcher(text).find());
    }

    /** The groups in the order to run them; empty afterwards. */
    List<Group> drain() {
        var drained = List.copyOf(groups);
        groups.clear();
        lastGroup.clear();
        return drained;
    }
}
