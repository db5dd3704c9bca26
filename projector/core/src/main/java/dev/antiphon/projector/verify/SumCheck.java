package dev.antiphon.projector.verify;

import dev.antiphon.projector.RunningSum;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Whether a running sum is what its parts add up to. Both change in one transaction, so one statement sees both as they are. */
final class SumCheck {

    private final RunningSum sum;

    SumCheck(RunningSum sum) {
        this.sum = sum;
    }

    /** A sum that is wrong, by the values of its key as text. */
    record Found(List<String> key, Drift drift) {}

    /** All that are wrong. */
    List<Found> find(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(differences())) {
            var found = new ArrayList<Found>();
            var keys = sum.key().size();
            while (rows.next()) {
                var key = new ArrayList<String>();
                for (var i = 1; i <= keys; i++) {
                    key.add(rows.getString(i));
                }
                var kind = rows.getBoolean(keys + 1)
                        ? Drift.Kind.MISSING
                        : rows.getBoolean(keys + 2) ? Drift.Kind.SURPLUS : Drift.Kind.WRONG;
                found.add(
                        new Found(key, new Drift(kind, sum.table(), String.join(", ", key), rows.getString(keys + 3))));
            }
            return found;
        }
    }

    /**
     * Sets one right, in the transaction of the connection, which holds its row from then on: who has changed parts but not
     * the sum yet waits, and adds its difference to the right value.
     */
    void heal(Connection connection, List<String> key) throws SQLException {
        var columns = String.join(", ", sum.key());
        var values = each(sum.key(), ", ", column -> "k." + column);
        var input =
                "(select " + columns + " from jsonb_populate_record(null::" + sum.table() + ", jsonb_object(?, ?))) k";
        run(
                connection,
                "insert into " + sum.table() + " (" + columns + ", " + String.join(", ", sum.amounts()) + ") select "
                        + values + ", " + each(sum.amounts(), ", ", column -> "0") + " from " + input
                        + " on conflict do nothing",
                key);
        run(
                connection,
                "select 1 from " + sum.table() + " t join " + input + " on " + same("t", "k") + " for update of t",
                key);
        run(
                connection,
                "update " + sum.table() + " t set "
                        + each(
                                sum.amounts(),
                                ", ",
                                column -> column + " = coalesce((select sum(p." + column + ") from " + sum.parts()
                                        + " p where " + same("p", "t") + "), 0)")
                        + " from " + input + " where " + same("t", "k"),
                key);
        run(
                connection,
                "delete from " + sum.table() + " t using " + input + " where " + same("t", "k")
                        + " and not exists (select 1 from " + sum.parts() + " p where " + same("p", "t") + ")",
                key);
    }

    private void run(Connection connection, String sql, List<String> key) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            statement.setArray(1, connection.createArrayOf("text", sum.key().toArray()));
            statement.setArray(2, connection.createArrayOf("text", key.toArray()));
            statement.execute();
        }
    }

    private String differences() {
        var keys = String.join(", ", sum.key());
        return "select " + each(sum.key(), ", ", column -> "coalesce(t.%1$s, p.%1$s)::text".formatted(column))
                + ", t." + sum.key().get(0) + " is null, p." + sum.key().get(0) + " is null, concat_ws('; ', "
                + each(
                        sum.amounts(),
                        ", ",
                        column -> ("case when coalesce(t.%1$s, 0) <> coalesce(p.%1$s, 0) then"
                                        + " '%1$s is ' || coalesce(t.%1$s::text, 'missing') || ', but its parts are '"
                                        + " || coalesce(p.%1$s, 0) end")
                                .formatted(column))
                + ") from " + sum.table() + " t full join (select " + keys + ", "
                + each(sum.amounts(), ", ", column -> "sum(%1$s) as %1$s".formatted(column)) + " from "
                + sum.parts() + " group by " + keys + ") p on " + same("t", "p") + " where "
                + each(sum.amounts(), " or ", column -> "coalesce(t.%1$s, 0) <> coalesce(p.%1$s, 0)".formatted(column));
    }

    private String same(String a, String b) {
        return each(sum.key(), " and ", column -> a + "." + column + " = " + b + "." + column);
    }

    private static String each(List<String> columns, String separator, UnaryOperator<String> form) {
        return columns.stream().map(column -> form.apply(column)).collect(Collectors.joining(separator));
    }
}
