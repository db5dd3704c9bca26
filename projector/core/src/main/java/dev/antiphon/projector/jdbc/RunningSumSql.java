package dev.antiphon.projector.jdbc;

import dev.antiphon.projector.RunningSum;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The statements for one {@link RunningSum}; parameters are aggregate, key and amounts, in this order.
 *
 * @param partColumns of the table of parts, in the order of the parameters
 * @param readParts one parameter: an array of aggregate ids; locks the parts in the order of the aggregates
 * @param deleteEmptySum parameters: the key; deletes nothing while a part of the key is left or the sum is not zero
 */
record RunningSumSql(
        List<String> partColumns,
        String readParts,
        String writePart,
        String deletePart,
        String addToSum,
        String deleteEmptySum) {

    /** A projection has few sums, and each row needs a statement. */
    private static final Map<RunningSum, RunningSumSql> STATEMENTS = new ConcurrentHashMap<>();

    static RunningSumSql of(RunningSum sum) {
        return STATEMENTS.computeIfAbsent(
                sum,
                key -> new RunningSumSql(
                        partColumns(key),
                        readParts(key),
                        writePart(key),
                        deletePart(key),
                        addToSum(key),
                        deleteEmptySum(key)));
    }

    private static String readParts(RunningSum sum) {
        return "select " + list(partColumns(sum)) + " from " + sum.parts() + " where " + sum.aggregate()
                + " = any(?) order by " + sum.aggregate() + " for update";
    }

    private static String writePart(RunningSum sum) {
        return insert(sum.parts(), partColumns(sum), List.of(sum.aggregate()))
                + each(
                        Stream.concat(sum.key().stream(), sum.amounts().stream())
                                .toList(),
                        ", ",
                        "%1$s = excluded.%1$s");
    }

    private static String deletePart(RunningSum sum) {
        return "delete from " + sum.parts() + " where " + sum.aggregate() + " = ?";
    }

    private static String addToSum(RunningSum sum) {
        return insert(
                        sum.table(),
                        Stream.concat(sum.key().stream(), sum.amounts().stream())
                                .toList(),
                        sum.key())
                + each(sum.amounts(), ", ", "%1$s = t.%1$s + excluded.%1$s");
    }

    private static String deleteEmptySum(RunningSum sum) {
        return "delete from " + sum.table() + " t where " + each(sum.key(), " and ", "t.%s = ?") + " and "
                + each(sum.amounts(), " and ", "t.%s = 0") + " and not exists (select 1 from " + sum.parts()
                + " p where " + each(sum.key(), " and ", "p.%1$s = t.%1$s") + ")";
    }

    private static List<String> partColumns(RunningSum sum) {
        return Stream.of(Stream.of(sum.aggregate()), sum.key().stream(), sum.amounts().stream())
                .flatMap(UnaryOperator.identity())
                .toList();
    }

    private static String insert(String table, List<String> columns, List<String> key) {
        return "insert into " + table + " as t (" + list(columns) + ") values (" + each(columns, ", ", "?")
                + ") on conflict (" + list(key) + ") do update set ";
    }

    private static String list(List<String> columns) {
        return String.join(", ", columns);
    }

    private static String each(List<String> columns, String separator, String form) {
        return columns.stream().map(column -> form.formatted(column)).collect(Collectors.joining(separator));
    }
}
