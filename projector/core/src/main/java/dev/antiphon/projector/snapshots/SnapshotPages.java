package dev.antiphon.projector.snapshots;

import dev.antiphon.events.AggregateSnapshot;
import dev.antiphon.events.SnapshotOf;
import dev.antiphon.events.jdbc.RecordMapper;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The snapshots of one kind, page by page in the order of their ids, each page as the write store is at one moment. Reads
 * only, and holds no transaction between pages.
 */
public final class SnapshotPages implements AutoCloseable {

    private static final String SETTINGS = """
            set default_transaction_read_only = on; set enable_seqscan = off; set enable_sort = off""";
    private static final String RESET = """
            reset default_transaction_read_only; reset enable_seqscan; reset enable_sort""";
    private static final String KEY_TYPE = """
            select pg_typeof((select aggregate_id from %s limit 1))::text""";
    private static final int NO_COUNT = -1;

    private final Connection connection;
    private final String view;
    private final RecordMapper<? extends AggregateSnapshot> mapper;
    private final boolean uuid;
    private final String key;

    /**
     * Those of a record with {@link SnapshotOf}.
     *
     * @param connection to the write store, in auto-commit mode; its settings are changed until this is closed
     * @throws SnapshotException if its view is missing, or would have to be sorted for each page
     */
    public SnapshotPages(Connection connection, Class<?> snapshot) throws SQLException {
        this.connection = connection;
        this.view = view(snapshot);
        this.mapper = RecordMapper.of(snapshot.asSubclass(AggregateSnapshot.class));
        try (var statement = connection.createStatement()) {
            statement.execute(SETTINGS);
        }
        this.uuid = "uuid".equals(keyType(snapshot));
        this.key = uuid ? "aggregate_id" : "aggregate_id collate \"C\"";
        requireOrder();
    }

    /** @throws IllegalArgumentException if no page has so many */
    public static void checkSize(int pageSize) {
        if (pageSize < 1 || pageSize > 100_000) {
            throw new IllegalArgumentException("A page has from 1 to 100000 aggregates, not " + pageSize + ".");
        }
    }

    static String view(Class<?> snapshot) {
        var named = snapshot.getAnnotation(SnapshotOf.class).view();
        return named.isEmpty() ? RecordMapper.underscored(snapshot.getSimpleName()) : named;
    }

    private String keyType(Class<?> snapshot) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(KEY_TYPE.formatted(view))) {
            rows.next();
            return rows.getString(1);
        } catch (SQLException e) {
            throw new SnapshotException(
                    "The write database has no view " + view + " with a column aggregate_id that this user may read, of"
                            + " which " + snapshot.getName() + " is to be made: " + e.getMessage(),
                    e);
        }
    }

    private void requireOrder() throws SQLException {
        try (var statement = connection.createStatement();
                var rows =
                        statement.executeQuery("explain " + sql("*", uuid ? "'" + new UUID(0, 0) + "'" : "''", null))) {
            while (rows.next()) {
                if (rows.getString(1).contains("Sort")) {
                    throw new SnapshotException(
                            "The view " + view
                                    + " of the write database has no index for its aggregate_id in the order of"
                                    + " its bytes, so each page would sort it all. Let the column of the table have"
                                    + " collate \"C\", or create an index on it with collate \"C\".",
                            null);
                }
            }
        }
    }

    private String sql(String columns, @Nullable String after, @Nullable String to) {
        var conditions = new StringJoiner(" and ", " where ", "").setEmptyValue("");
        if (after != null) {
            conditions.add(key + " > " + after);
        }
        if (to != null) {
            conditions.add(key + " <= " + to);
        }
        return "select " + columns + " from " + view + conditions + " order by " + key;
    }

    /** How many there are behind an id; empty for all. */
    public long count(String after) {
        var condition = after.isEmpty() ? "" : " where " + key + " > " + parameter();
        return ask("select count(*) from " + view + condition, after, null, NO_COUNT, rows -> {
            rows.next();
            return rows.getLong(1);
        });
    }

    /** The last id of the page behind another one; empty if fewer are left than it may have. */
    public Optional<String> end(String after, int pageSize) {
        var sql = sql("aggregate_id", after.isEmpty() ? null : parameter(), null) + " offset ? limit 1";
        return ask(
                sql,
                after,
                null,
                pageSize - 1,
                rows -> rows.next() ? Optional.of(rows.getString(1)) : Optional.empty());
    }

    /** Those behind an id, up to another one; null for all. */
    public List<AggregateSnapshot> read(String after, @Nullable String to) {
        var sql = sql("*", after.isEmpty() ? null : parameter(), to == null ? null : parameter());
        return ask(sql, after, to, NO_COUNT, this::page);
    }

    /** The next ones behind an id, no more than so many. */
    public List<AggregateSnapshot> next(String after, int pageSize) {
        var sql = sql("*", after.isEmpty() ? null : parameter(), null) + " limit ?";
        return ask(sql, after, null, pageSize, this::page);
    }

    /** Those of some aggregates, by their ids; an aggregate that is not there is missing. */
    public Map<String, AggregateSnapshot> of(Collection<String> ids) {
        var sql = "select * from " + view + " where " + key + " = any(?" + (uuid ? "::text[]::uuid[])" : ")");
        try (var statement = connection.prepareStatement(sql)) {
            statement.setArray(1, connection.createArrayOf("text", ids.toArray()));
            try (var rows = statement.executeQuery()) {
                return page(rows).stream()
                        .collect(Collectors.toMap(AggregateSnapshot::aggregateId, UnaryOperator.identity()));
            }
        } catch (SQLException | IllegalStateException e) {
            throw unreadable(e);
        }
    }

    private List<AggregateSnapshot> page(ResultSet rows) throws SQLException {
        var page = new ArrayList<AggregateSnapshot>();
        while (rows.next()) {
            page.add(mapper.map(rows));
        }
        return page;
    }

    private String parameter() {
        return uuid ? "?::uuid" : "?";
    }

    private interface Reading<T> {
        T from(ResultSet rows) throws SQLException;
    }

    private <T> T ask(String sql, String after, @Nullable String to, int count, Reading<T> reading) {
        try (var statement = connection.prepareStatement(sql)) {
            var next = 1;
            if (!after.isEmpty()) {
                statement.setString(next++, after);
            }
            if (to != null) {
                statement.setString(next++, to);
            }
            if (count != NO_COUNT) {
                statement.setInt(next, count);
            }
            try (var rows = statement.executeQuery()) {
                return reading.from(rows);
            }
        } catch (SQLException | IllegalStateException e) {
            throw unreadable(e);
        }
    }

    private SnapshotException unreadable(Exception e) {
        return new SnapshotException(
                "The view " + view + " of the write database cannot be read: " + e.getMessage()
                        + " Run it again when that is mended.",
                e);
    }

    @Override
    public void close() throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(RESET);
        }
    }
}
