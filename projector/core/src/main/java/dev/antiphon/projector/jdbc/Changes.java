package dev.antiphon.projector.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Table {@code antiphon.change} within one transaction: what a pushed projection has applied, for the query side to tell.
 * The changes of one aggregate have ids in the order of their versions, since its watermark is locked until they commit.
 */
public final class Changes {

    private static final String SAVE = """
            insert into antiphon.change (projection, aggregate_id, aggregate_version, event_type)
            select ?, c.id, c.version, c.type from unnest(?, ?, ?) as c (id, version, type)""";

    private static final String TABLE = "antiphon.change";
    private static final List<String> COLUMNS =
            List.of("projection", "aggregate_id", "aggregate_version", "event_type");

    /** The oldest ids only: time and id rise together, but for what waits for a commit. */
    private static final String FORGET = """
            with oldest as (select id, changed_at from antiphon.change order by id limit ?),
                 gone as (delete from antiphon.change c using oldest o
                           where c.id = o.id and o.changed_at < clock_timestamp() - ? * interval '1 ms'
                          returning c.id),
                 horizon as (update antiphon.change_horizon
                                set forgotten_to = greatest(forgotten_to, (select max(id) from gone))
                              where exists (select 1 from gone))
            select count(*) from gone""";

    private final Connection connection;
    private final NewRows newRows;
    private final String projection;
    private final boolean pushed;
    private final List<String> aggregateIds = new ArrayList<>();
    private final List<Long> versions = new ArrayList<>();
    private final List<String> eventTypes = new ArrayList<>();

    /**
     * Of one transaction.
     *
     * @param projection whose changes they are, see {@link TransactionStart.Begun}
     * @param pushed whether there is anything to note; without it nothing is
     */
    public Changes(Connection connection, String projection, boolean pushed, NewRows newRows) {
        this.connection = connection;
        this.newRows = newRows;
        this.projection = projection;
        this.pushed = pushed;
    }

    /** Notes a change; written by {@link #save()}. */
    public void add(String aggregateId, long version, String eventType) {
        if (pushed) {
            aggregateIds.add(aggregateId);
            versions.add(version);
            eventTypes.add(eventType);
        }
    }

    /** Writes what was noted, in that order; after the watermarks, so that the transaction has an id by then. */
    public void save() throws SQLException {
        if (aggregateIds.isEmpty() || newRows.insert(connection, TABLE, COLUMNS, rows())) {
            return;
        }
        try (var statement = connection.prepareStatement(SAVE)) {
            statement.setString(1, projection);
            statement.setArray(2, connection.createArrayOf("text", aggregateIds.toArray()));
            statement.setArray(3, connection.createArrayOf("int8", versions.toArray()));
            statement.setArray(4, connection.createArrayOf("text", eventTypes.toArray()));
            statement.executeUpdate();
        }
    }

    private List<@Nullable Object[]> rows() {
        var rows = new ArrayList<@Nullable Object[]>();
        for (var i = 0; i < aggregateIds.size(); i++) {
            rows.add(new Object[] {projection, aggregateIds.get(i), versions.get(i), eventTypes.get(i)});
        }
        return rows;
    }

    /** Deletes at most {@code limit} changes, of whatever projection, older than the retention; says how many. */
    public static int forget(Connection connection, Duration retention, int limit) throws SQLException {
        try (var statement = connection.prepareStatement(FORGET)) {
            statement.setInt(1, limit);
            statement.setLong(2, retention.toMillis());
            try (var result = statement.executeQuery()) {
                result.next();
                return result.getInt(1);
            }
        }
    }
}
