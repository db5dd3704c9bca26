package dev.antiphon.command.start;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Looks whether a trigger writes behind the back of the aggregates (rule X2); constraint triggers are fine. */
public final class NoTriggers {

    private static final String FIND = """
            select c.oid::regclass::text, t.tgname
              from pg_trigger t join pg_class c on c.oid = t.tgrelid
             where not t.tgisinternal and t.tgconstraint = 0
               and (c.relnamespace = to_regnamespace('antiphon')
                    or has_table_privilege(c.oid, 'insert, update, delete'))
             order by 1, 2
            """;

    /** What to do about them. */
    public static final String ADVICE =
            "Drop them: what they do belongs into a handler or a projection (rule X2). Constraint triggers may stay.";

    private NoTriggers() {}

    /** Stops the deployment if a table that the war can write has a trigger; names all of them. */
    public static void check(DataSource writeDatabase) {
        try {
            var triggers = find(writeDatabase);
            if (!triggers.isEmpty()) {
                throw new SchemaMismatchException(
                        "The write database has triggers of its own: " + String.join(", ", triggers) + ". " + ADVICE);
            }
        } catch (SQLException e) {
            throw new SchemaMismatchException("The write database cannot be asked for triggers: " + e.getMessage());
        }
    }

    /** The triggers on tables of the framework, and on those that the data source's user can write. */
    public static List<String> find(DataSource dataSource) throws SQLException {
        var triggers = new ArrayList<String>();
        try (var connection = dataSource.getConnection();
                var statement = connection.prepareStatement(FIND);
                var result = statement.executeQuery()) {
            while (result.next()) {
                triggers.add("'" + result.getString(2) + "' on table " + result.getString(1));
            }
        }
        return triggers;
    }
}
