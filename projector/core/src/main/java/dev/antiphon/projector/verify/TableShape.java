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

    private static final String REAL = """
            select c.oid, quote_ident(n.nspname) || '.' || quote_ident(c.relname)
              from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = to_regclass(?)""";

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
        try (var statement = connection.prepareStatement(REAL)) {
            statement.setString(1, table);
            try (var rows = statement.executeQuery()) {
                if (rows.next()) {
                    return read(connection, projection, table, idColumn, rows.getLong(1), rows.getString(2));
                }
            }
        }
        throw new SnapshotException(
                "The read database has no table " + table + " of projection '" + projection
                        + "'. Run `antiphon migrate`.",
                null);
    }

    private static TableShape read(
            Connection connection, String projection, String table, String idColumn, long oid, String real)
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
        return new TableShape(table, real, key, id, types.get(names.indexOf(id)), List.copyOf(columns));
    }

    /** The statement that makes an empty copy, which hides the table on its connection. */
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
        return columns.isEmpty()
                ? "''"
                : columns.stream().map(TableShape::how).collect(Collectors.joining(", ", "concat_ws('; ', ", ")"));
    }

    private static String how(Column column) {
        var expected = column.of("e");
        var found = column.of("r");
        return "case when %s is distinct from %s then '%s is ' || %s || ', not ' || %s end"
                .formatted(expected, found, column.name().replace("'", "''"), shown(found), shown(expected));
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
