package dev.antiphon.projector;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A row that is written only where the stored version is lower, for {@link Strategy#VERSION_GUARD}.
 *
 * <p>An insert where there is no row yet, otherwise an update of the columns that are set; or an update alone, see
 * {@link #onlyIfPresent()}.
 */
public final class VersionedRow {

    /** A projection has few forms of rows, and each event needs the statement of its own. */
    private static final Map<Form, String> STATEMENTS = new ConcurrentHashMap<>();

    private record Form(
            String table, List<String> columns, String versionColumn, boolean mayInsert, boolean replacing, int rows) {}

    private final String table;
    private final List<String> columns = new ArrayList<>();
    private final List<@Nullable Object> values = new ArrayList<>();
    private String versionColumn = "version";
    private boolean mayInsert = true;
    private boolean replacing;

    private VersionedRow(String table) {
        this.table = SqlNames.check(table);
    }

    /** A row of a table by its key, at the aggregate's version, which the table holds in the column {@code version}. */
    public static VersionedRow of(String table, String keyColumn, Object key, long version) {
        var row = new VersionedRow(table);
        row.set(keyColumn, key);
        row.set(row.versionColumn, version);
        return row;
    }

    /** Names another column for the version. */
    public VersionedRow versionIn(String column) {
        columns.set(1, SqlNames.check(column));
        versionColumn = column;
        return this;
    }

    /** Sets a column. */
    public VersionedRow set(String column, @Nullable Object value) {
        columns.add(SqlNames.check(column));
        values.add(value);
        return this;
    }

    /** Writes nothing where there is no row yet: right for an event that knows only some of the columns. */
    public VersionedRow onlyIfPresent() {
        mayInsert = false;
        return this;
    }

    /** Writes also where the stored version is the same: what a snapshot says counts more than what is there. */
    public VersionedRow replacing() {
        replacing = true;
        return this;
    }

    /** The statement; its parameters are {@link #parameters()}. */
    public String sql() {
        return STATEMENTS.computeIfAbsent(form(1), form -> mayInsert ? upsertSql(1) : updateSql());
    }

    /** The statement for several rows of this form, whose parameters follow each other; gives the keys of those that changed. */
    public String sql(int rows) {
        if (!mayInsert) {
            throw new IllegalStateException("An update changes one row");
        }
        return STATEMENTS.computeIfAbsent(form(-rows), form -> upsertSql(rows) + " returning " + columns.get(0));
    }

    private Form form(int rows) {
        return new Form(table, List.copyOf(columns), versionColumn, mayInsert, replacing, rows);
    }

    /** Whether it may be inserted. */
    public boolean mayInsert() {
        return mayInsert;
    }

    /** Where it is written. */
    public String table() {
        return table;
    }

    /** What is set, in the order of {@link #parameters()} of a row that may be inserted. */
    public List<String> columns() {
        return Collections.unmodifiableList(columns);
    }

    /** Of the row. */
    public Object key() {
        return Objects.requireNonNull(values.get(0));
    }

    private String updateSql() {
        return "update " + table + " set "
                + columns.stream().skip(1).map(column -> column + " = ?").collect(Collectors.joining(", ")) + " where "
                + columns.get(0) + " = ? and " + versionColumn + lower() + "?";
    }

    private String upsertSql(int rows) {
        var row = "(" + String.join(", ", Collections.nCopies(columns.size(), "?")) + ")";
        return "insert into " + table + " as t (" + String.join(", ", columns) + ") values "
                + String.join(", ", Collections.nCopies(rows, row)) + " on conflict ("
                + columns.get(0) + ") do update set "
                + columns.stream()
                        .skip(1)
                        .map(column -> column + " = excluded." + column)
                        .collect(Collectors.joining(", "))
                + " where t." + versionColumn + lower() + "excluded." + versionColumn;
    }

    private String lower() {
        return replacing ? " <= " : " < ";
    }

    /** The values in the order of the statement's parameters. */
    public @Nullable Object[] parameters() {
        if (mayInsert) {
            return values.toArray();
        }
        var parameters = new ArrayList<>(values.subList(1, values.size()));
        parameters.add(values.get(0));
        parameters.add(values.get(1));
        return parameters.toArray();
    }
}
