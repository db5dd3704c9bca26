package dev.antiphon.projector.versions;

import dev.antiphon.events.jdbc.Columns;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Those tables of a version that are in one schema; what is done with them is in {@code R__versions.sql}.
 *
 * @param names as the projection calls them
 */
record Tables(String schema, List<String> names) {

    /** Where everybody finds them. */
    static final String EVERYBODYS = "public";

    private static final String LOCK = "select antiphon.lock_tables(?, ?)";
    private static final String MOVE = "select antiphon.move_tables(?, ?, ?)";
    private static final String DROP = "select antiphon.drop_tables(?, ?)";
    private static final String USERS = """
            select coalesce(string_agg(distinct coalesce(a.usename || ' ', '') || '(process ' || l.pid || ')', ', '), 'nobody now')
              from antiphon.tables_in(?, ?) t join pg_locks l on l.relation = t left join pg_stat_activity a using (pid)
             where l.granted and l.pid <> pg_backend_pid()""";

    /** Keeps everybody off until the transaction ends. */
    void lock(Connection connection) throws SQLException {
        try (var statement = connection.prepareStatement(LOCK)) {
            Columns.bind(statement, 0, schema, array(connection));
            statement.execute();
        }
    }

    /** With their indexes, constraints and grants. */
    void moveTo(Connection connection, String target) throws SQLException {
        try (var statement = connection.prepareStatement(MOVE)) {
            Columns.bind(statement, 0, schema, array(connection), target);
            statement.execute();
        }
    }

    /** For good; says which they were. */
    List<String> drop(Connection connection) throws SQLException {
        try (var statement = connection.prepareStatement(DROP)) {
            Columns.bind(statement, 0, schema, array(connection));
            try (var rows = statement.executeQuery()) {
                rows.next();
                return List.of((String[]) rows.getArray(1).getArray());
            }
        }
    }

    /** Who uses them just now, for people. */
    String users(Connection connection) throws SQLException {
        try (var statement = connection.prepareStatement(USERS)) {
            Columns.bind(statement, 0, schema, array(connection));
            try (var rows = statement.executeQuery()) {
                rows.next();
                return rows.getString(1);
            }
        }
    }

    private Array array(Connection connection) throws SQLException {
        return connection.createArrayOf("text", names.toArray());
    }
}
