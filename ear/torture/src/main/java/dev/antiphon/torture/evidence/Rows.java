package dev.antiphon.torture.evidence;

import dev.antiphon.torture.system.Database;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What a query finds in a database. */
final class Rows {

    private Rows() {}

    /** Makes something of a row. */
    @FunctionalInterface
    interface Reading<T> {
        T of(ResultSet row) throws SQLException;
    }

    static <T> List<T> of(Database database, String sql, Reading<T> reading) throws SQLException {
        try (var connection = database.connect();
                var statement = connection.createStatement()) {
            statement.execute("set timezone to 'UTC'");
            try (var rows = statement.executeQuery(sql)) {
                var all = new ArrayList<T>();
                while (rows.next()) {
                    all.add(reading.of(rows));
                }
                return all;
            }
        }
    }

    /** Each row as text, its columns between bars. */
    static List<String> texts(Database database, String sql) throws SQLException {
        return of(database, sql, row -> {
            var text = new StringBuilder();
            for (var i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                text.append(i == 1 ? "" : "|").append(row.getString(i));
            }
            return text.toString();
        });
    }

    static long number(Database database, String sql) throws SQLException {
        return of(database, sql, row -> row.getLong(1)).get(0);
    }
}
