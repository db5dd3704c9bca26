package dev.antiphon.projector.jdbc;

import dev.antiphon.projector.Contributions;
import dev.antiphon.projector.ReadDatabase;
import dev.antiphon.projector.RunningSum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The changes of one transaction to one {@link RunningSum}, in memory until {@link #write}. */
final class PendingContributions implements Contributions {

    private static final Comparator<List<Object>> KEY_ORDER = (a, b) -> {
        for (var i = 0; i < a.size(); i++) {
            var order = a.get(i).toString().compareTo(b.get(i).toString());
            if (order != 0) {
                return order;
            }
        }
        return 0;
    };

    private record Part(List<Object> key, long[] amounts) {}

    private final RunningSum sum;
    private final RunningSumSql sql;
    private final Map<String, Optional<Part>> changes = new TreeMap<>();

    PendingContributions(RunningSum sum) {
        this.sum = sum;
        this.sql = RunningSumSql.of(sum);
    }

    @Override
    public void contribute(String aggregateId, List<?> key, long... amounts) {
        if (key.size() != sum.key().size() || amounts.length != sum.amounts().size()) {
            throw new IllegalArgumentException("The running sum " + sum.table() + " has the key " + sum.key()
                    + " and the amounts " + sum.amounts() + ", but " + key.size() + " and " + amounts.length
                    + " values were given.");
        }
        var canonical = new ArrayList<Object>();
        for (var value : key) {
            canonical.add(JdbcValues.canonical(Objects.requireNonNull(
                    value, () -> "A key of the running sum " + sum.table() + " must not have a null in it")));
        }
        changes.put(aggregateId, Optional.of(new Part(canonical, amounts.clone())));
    }

    @Override
    public void withdraw(String aggregateId) {
        changes.put(aggregateId, Optional.empty());
    }

    /** Batches the parts in the order of the aggregates, then the sums in the order of the keys. */
    void write(JdbcReadDatabase database) {
        var before = oldParts(database);
        var parts = new ArrayList<@Nullable Object[]>();
        var differences = new HashMap<List<Object>, long[]>();
        var left = new HashSet<List<Object>>();
        changes.forEach((aggregateId, change) -> {
            var old = Optional.ofNullable(before.get(aggregateId));
            old.ifPresent(part -> add(differences, part, -1));
            change.ifPresent(part -> add(differences, part, 1));
            if (change.isPresent()) {
                var part = change.get();
                parts.add(row(Stream.of(aggregateId), part.key(), part.amounts()));
            } else if (old.isPresent()) {
                database.batch(sql.deletePart(), aggregateId);
            }
            old.filter(part -> change.isEmpty() || !change.get().key().equals(part.key()))
                    .ifPresent(part -> left.add(part.key()));
        });
        if (!before.isEmpty() || !database.insert(sum.parts(), sql.partColumns(), parts)) {
            parts.forEach(part -> database.batch(sql.writePart(), part));
        }
        inOrder(differences.keySet()).forEach(key -> {
            var amounts = differences.get(key);
            if (Arrays.stream(amounts).anyMatch(amount -> amount != 0)) {
                database.batch(sql.addToSum(), row(Stream.of(), key, amounts));
            }
        });
        inOrder(left).forEach(key -> database.batch(sql.deleteEmptySum(), key.toArray()));
    }

    /** All transactions take the rows of the sums in the same order. */
    private static List<List<Object>> inOrder(Set<List<Object>> keys) {
        return keys.stream().sorted(KEY_ORDER).toList();
    }

    private Map<String, Part> oldParts(ReadDatabase database) {
        var parts = new HashMap<String, Part>();
        var keys = sum.key().size();
        database.query(
                sql.readParts(),
                row -> {
                    var key = new ArrayList<Object>();
                    for (var i = 0; i < keys; i++) {
                        key.add(JdbcValues.canonical(row.getObject(2 + i)));
                    }
                    var amounts = new long[sum.amounts().size()];
                    for (var i = 0; i < amounts.length; i++) {
                        amounts[i] = row.getLong(2 + keys + i);
                    }
                    return parts.put(row.getString(1), new Part(key, amounts));
                },
                (Object) changes.keySet().toArray(String[]::new));
        return parts;
    }

    private void add(Map<List<Object>, long[]> differences, Part part, int sign) {
        var amounts = differences.computeIfAbsent(
                part.key(), key -> new long[sum.amounts().size()]);
        for (var i = 0; i < amounts.length; i++) {
            amounts[i] = Math.addExact(amounts[i], Math.multiplyExact(sign, part.amounts()[i]));
        }
    }

    private static Object[] row(Stream<Object> first, List<Object> key, long[] amounts) {
        return Stream.concat(
                        first,
                        Stream.concat(key.stream(), Arrays.stream(amounts).boxed()))
                .toArray();
    }
}
