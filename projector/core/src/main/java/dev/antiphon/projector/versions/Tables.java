package dev.antiphon.projector.versions;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Those tables of a version that are in one schema.
 *
 * @param names with the schema, quoted
 */
record Tables(String schema, List<String> names) {

    private static final String FIND = """
            select quote_ident(n.nspname) || '.' || quote_ident(c.relname)
              from unnest(?::text[]) t (name)
                   join pg_class c on c.oid = to_regclass(quote_ident(?) || '.' || t.name)
                   join pg_namespace n on n.oid = c.relnamespace
             order by 1""";

    /** Who writes them must get into the schema that they are moved to. */
    private static final String WRITERS = """
            select distinct quote_ident(r.rolname)
              from unnest(?::text[]) t (name)
                   join pg_class c on c.oid = to_regclass(t.name)
                   cross join lateral aclexplode(c.relacl) a
                   join pg_roles r on r.oid = a.grantee
             where a.privilege_type = 'INSERT'""";

    private static final String EMPTY = """
            select 1 from pg_namespace n
             where n.nspname = ? and not exists (select from pg_class where relnamespace = n.oid)
               and not exists (select from pg_proc where pronamespace = n.oid)
               and not exists (select from pg_type where typnamespace = n.oid)""";

    private static final String USERS = """
            select string_agg(distinct coalesce(a.usename || ' ', '') || '(process ' || l.pid || ')', ', ')
              from pg_locks l left join pg_stat_activity a using (pid)
             where l.granted and l.pid <> pg_backend_pid()
               and l.relation in (select to_regclass(t.name) from unnest(?::text[]) t (name))""";

    /** Those that are there; where one is missing there is nothing to move. */
    static Tables in(Connection connection, String schema, Collection<String> tables) throws SQLException {
        try (var statement = connection.prepareStatement(FIND)) {
            statement.setArray(1, connection.createArrayOf("text", tables.toArray()));
            statement.setString(2, schema);
            var names = new ArrayList<String>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    names.add(rows.getString(1));
                }
            }
            return new Tables(schema, List.copyOf(names));
        }
    }

    /** Keeps everybody off until the transaction ends. */
    void lock(Connection connection) throws SQLException {
        if (!names.isEmpty()) {
            run(connection, "lock table " + String.join(", ", names) + " in access exclusive mode");
        }
    }

    /** With their indexes, constraints and grants. */
    void moveTo(Connection connection, String target) throws SQLException {
        var schema = quoted(connection, target);
        if (!target.equals("public")) {
            makeSchema(connection, target);
            for (var writer : ask(connection, WRITERS)) {
                run(connection, "grant usage on schema " + schema + " to " + writer);
            }
        }
        for (var name : names) {
            run(connection, "alter table " + name + " set schema " + schema);
        }
    }

    private static void makeSchema(Connection connection, String name) throws SQLException {
        try (var statement = connection.prepareStatement("select to_regnamespace(quote_ident(?)) is null")) {
            statement.setString(1, name);
            try (var rows = statement.executeQuery()) {
                rows.next();
                if (rows.getBoolean(1)) {
                    run(connection, "create schema " + quoted(connection, name));
                }
            }
        }
    }

    /** For good, and the schema with them, unless something else is in it. */
    void drop(Connection connection) throws SQLException {
        if (!names.isEmpty()) {
            run(connection, "drop table " + String.join(", ", names));
        }
        try (var statement = connection.prepareStatement(EMPTY)) {
            statement.setString(1, schema);
            try (var rows = statement.executeQuery()) {
                if (rows.next()) {
                    run(connection, "drop schema " + quoted(connection, schema));
                }
            }
        }
    }

    /** Who uses them just now, for people. */
    String users(Connection connection) throws SQLException {
        var users = ask(connection, USERS);
        return users.isEmpty() ? "somebody" : users.get(0);
    }

    private List<String> ask(Connection connection, String sql) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            statement.setArray(1, connection.createArrayOf("text", names.toArray()));
            var answers = new ArrayList<String>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    if (rows.getString(1) != null) {
                        answers.add(rows.getString(1));
                    }
                }
            }
            return answers;
        }
    }

    private static String quoted(Connection connection, String name) throws SQLException {
        try (var statement = connection.createStatement()) {
            return statement.enquoteIdentifier(name, false);
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
