package dev.antiphon.projector;

import java.util.List;
import java.util.stream.Stream;

/**
 * A table of sums that keeps its parts: beside the sums, a second table holds what each aggregate counts for, so that a
 * sum can be reversed, rebuilt and verified exactly.
 *
 * <p>All changes of a transaction are gathered in memory, the old parts are read in one query, and everything is
 * written at the end of the transaction in the order of the keys, so that two consumers never wait for each other in a
 * circle. A sum that the last part has left, and that is zero, is deleted.
 *
 * <p>To be declared as a static field of the projection, so that it is known without an event.
 *
 * @param table the sums, with a primary or unique key over exactly the key columns
 * @param key the key columns, all not null; values must come back from the database as they went in
 * @param amounts the columns that add up, {@code bigint not null}
 * @param parts the parts: the aggregate column as primary key, and all key and amount columns; an index on the key
 * @param aggregate the aggregate column of the parts
 */
public record RunningSum(String table, List<String> key, List<String> amounts, String parts, String aggregate) {

    public RunningSum {
        key = List.copyOf(key);
        amounts = List.copyOf(amounts);
        if (key.isEmpty() || amounts.isEmpty()) {
            throw new IllegalArgumentException(
                    "The running sum " + table + " needs a key column and an amount column.");
        }
        Stream.concat(Stream.of(table, parts, aggregate), Stream.concat(key.stream(), amounts.stream()))
                .forEach(SqlNames::check);
    }
}
