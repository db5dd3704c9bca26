package dev.antiphon.projector.verify;

import dev.antiphon.projector.snapshots.SnapshotException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A read table as the catalogue has it.
 *
 * @param name as the projection calls it
 * @param real with its schema, quoted
 * @param key the columns of the primary key
 * @param idColumn holds the aggregate's id
 * @param idType its type
 * @param columns those that are compared, the key not among them
 */
record TableShape(String name, String real, List<String> key, String idColumn, String idType, List<Column> columns) {

    /** A column, and how it is compared: types without equality as text. */
    record Column(String name, boolean asText) {

        String of(String row) {
            return row + "." + name + (asText ? "::text" : "");
        }
    }

    private static final Set<String> WITHOUT_EQUALITY = Set.of("json", "xml", "point", "polygon");

    /** What the database makes by itself, such as an identity or {@code now()}, no snapshot can foretell. */
    private static final String COLUMNS = """
            select quote_ident(a.attname), t.typname, format_type(a.atttypid, null),
                   a.attidentity <> '' or a.attgenerated <> '' or coalesce(pg_get_expr(d.adbin, d.adrelid) ~ '\\w\\(', false),
                   array_position(i.indkey::int2[], a.attnum)
              from pg_attribute a
                   join pg_type t on t.oid = a.atttypid
                   left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
                   left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
             where a.attrelid = ? and a.attnum > 0 and not a.attisdropped
             order by array_position(i.indkey::int2[], a.attnum), a.attnum""";

    /**
     * Reads one.
     *
     * @param idColumn empty for the first of the primary key
     * @throws SnapshotException if it cannot be compared; says why
     */
    static TableShape of(Connection connection, String projection, String table, String idColumn) throws SQLException {
        if (table.contains(".")) {
            throw new SnapshotException(
                    "Projection '" + projection + "' names its table " + table + " with a schema, so that its method"
                            + " for snapshots cannot be tried on a copy: leave the schema to the search_path of the"
                            + " projector's user.",
                    null);
        }
        long oid;
        try (var statement = connection.prepareStatement("select to_regclass(?)::oid")) {
            statement.setString(1, table);
            try (var rows = statement.executeQuery()) {
                rows.next();
                oid = rows.getLong(1);
            }
        }
        if (oid == 0) {
            throw new SnapshotException(
                    "The read database has no table " + table + " of projection '" + projection
                            + "'. Run `antiphon migrate`.",
                    null);
        }
        return read(connection, projection, table, idColumn, oid);
    }

    private static TableShape read(Connection connection, String projection, String table, String idColumn, long oid)
            throws SQLException {
        var key = new ArrayList<String>();
        var columns = new ArrayList<Column>();
        var types = new ArrayList<String>();
        var names = new ArrayList<String>();
        try (var statement = connection.prepareStatement(COLUMNS)) {
            statement.setLong(1, oid);
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    var name = rows.getString(1);
                    names.add(name);
                    types.add(rows.getString(3));
                    if (rows.getObject(5) != null) {
                        key.add(name);
                    } else if (!rows.getBoolean(4)) {
                        columns.add(new Column(name, WITHOUT_EQUALITY.contains(rows.getString(2))));
                    }
                }
            }
        }
        if (key.isEmpty()) {
            throw new SnapshotException(
                    "Table " + table + " of projection '" + projection
                            + "' has no primary key, by which its rows could be compared.",
                    null);
        }
        var id = idColumn.isEmpty() ? key.get(0) : idColumn;
        if (!names.contains(id)) {
            throw new SnapshotException(
                    "Table " + table + " of projection '" + projection + "' has no column " + id
                            + " with the aggregate's id.",
                    null);
        }
        return new TableShape(
                table, real(connection, oid), key, id, types.get(names.indexOf(id)), List.copyOf(columns));
    }

    private static String real(Connection connection, long oid) throws SQLException {
        try (var statement = connection.prepareStatement("""
                select quote_ident(n.nspname) || '.' || quote_ident(c.relname)
                  from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = ?""")) {
            statement.setLong(1, oid);
            try (var rows = statement.executeQuery()) {
                rows.next();
                return rows.getString(1);
            }
        }
    }

    /** The statement that makes an empty copy, which hides the table in this session. */
    String makeCopy() {
        return "create temp table " + name + " (like " + real
                + " including defaults including generated including identity including indexes)"
                + " on commit delete rows";
    }

    /** The rows of the ids, one parameter, that differ from those of the copy: id, whether surplus, whether missing, how. */
    String differences() {
        var same = key.stream().map("e.%1$s = r.%1$s"::formatted).collect(Collectors.joining(" and "));
        var differ = columns.isEmpty() ? "" : " or (" + of("e") + ") is distinct from (" + of("r") + ")";
        return "select coalesce(e.%1$s, r.%1$s)::text, e.%1$s is null, r.%1$s is null, %2$s".formatted(idColumn, how())
                + " from pg_temp." + name + " e full join (select * from " + real + " where " + idColumn
                + " = any(?::text[]::" + idType + "[])) r on " + same + " where e." + idColumn + " is null or r."
                + idColumn + " is null" + differ;
    }

    private String of(String row) {
        return columns.stream().map(column -> column.of(row)).collect(Collectors.joining(", ", "row(", ")"));
    }

    private String how() {
        return columns.stream()
                .map(column -> "case when %1$s is distinct from %2$s then '%3$s is ' || %4$s || ', not ' || %5$s end"
                        .formatted(
                                column.of("e"),
                                column.of("r"),
                                column.name().replace("'", "''"),
                                shown(column.of("r")),
                                shown(column.of("e"))))
                .collect(Collectors.joining(", ", "concat_ws('; ', ", ")"))
                .replace("concat_ws('; ', )", "''");
    }

    private static String shown(String value) {
        return "coalesce(left((" + value + ")::text, 60), 'null')";
    }

    /** A row of the copy that belongs to none of the ids, one parameter. */
    String strangers() {
        return "select " + idColumn + "::text from pg_temp." + name + " where " + idColumn + " <> all(?::text[]::"
                + idType + "[]) limit 1";
    }

    /** The ids in the table that are not in the table {@code seen_aggregate}. */
    String unseen() {
        return "select distinct " + idColumn + "::text from " + real + " t where not exists (select from"
                + " pg_temp.seen_aggregate s where s.id = t." + idColumn + "::text collate \"C\")";
    }

    /** Takes away the rows of the ids, one parameter. */
    String delete() {
        return "delete from " + real + " where " + idColumn + " = any(?::text[]::" + idType + "[])";
    }
}
