package dev.antiphon.projector.jdbc;

import dev.antiphon.events.jdbc.Columns;
import dev.antiphon.projector.Contributions;
import dev.antiphon.projector.ReadDatabase;
import dev.antiphon.projector.ReadDatabaseException;
import dev.antiphon.projector.RowMapper;
import dev.antiphon.projector.RunningSum;
import dev.antiphon.projector.VersionedRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** {@link ReadDatabase} on one connection, for one transaction. */
public final class JdbcReadDatabase implements ReadDatabase {

    private static final Comparator<RunningSum> BY_NAME =
            Comparator.comparing(RunningSum::table).thenComparing(RunningSum::parts);

    private final Connection connection;
    private final StatementGroups groups = new StatementGroups();
    private final Map<RunningSum, PendingContributions> sums = new TreeMap<>(BY_NAME);
    private final boolean ofSnapshots;
    private final NewRows newRows;
    private String aggregateId = "";
    private long stale;

    /**
     * Writes on a connection.
     *
     * @param ofSnapshots whether it writes whole states, which replace rows also of the same version
     * @param newRows for rows that most likely are not there yet
     */
    public JdbcReadDatabase(Connection connection, boolean ofSnapshots, NewRows newRows) {
        this.connection = connection;
        this.ofSnapshots = ofSnapshots;
        this.newRows = newRows;
    }

    /** Says whose event the next calls belong to. */
    public void forAggregate(String id) {
        aggregateId = id;
    }

    @Override
    public void batch(String sql, @Nullable Object... parameters) {
        groups.add(aggregateId, sql, parameters);
    }

    @Override
    public Change batch(VersionedRow row) {
        var change = new GuardedChange(ofSnapshots ? row.replacing() : row, this::flush);
        groups.add(aggregateId, change);
        return change;
    }

    @Override
    public int update(String sql, @Nullable Object... parameters) {
        flush();
        return execute(sql, parameters, PreparedStatement::executeUpdate);
    }

    @Override
    public boolean upsert(VersionedRow row) {
        return batch(row).happened();
    }

    @Override
    public <T> List<T> query(String sql, RowMapper<T> mapper, @Nullable Object... parameters) {
        flush();
        return execute(sql, parameters, statement -> {
            var found = new ArrayList<T>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    found.add(mapper.map(rows));
                }
            }
            return found;
        });
    }

    @Override
    public Contributions sum(RunningSum sum) {
        return sums.computeIfAbsent(sum, PendingContributions::new);
    }

    /** Runs everything batched. */
    private void flush() {
        for (var group : groups.drain()) {
            if (group.guarded().isEmpty()) {
                runBatch(group);
            } else if (group.guarded().get(0).row().mayInsert()) {
                write(group);
            } else {
                var counts = runBatch(group);
                for (var i = 0; i < counts.length; i++) {
                    group.guarded().get(i).happened(counts[i] != 0);
                }
            }
        }
    }

    private int[] runBatch(StatementGroups.Group group) {
        return execute(group.sql(), new Object[0], statement -> {
            for (var row : group.rows()) {
                Columns.bind(statement, 0, row);
                statement.addBatch();
            }
            return statement.executeBatch();
        });
    }

    private void write(StatementGroups.Group group) {
        var row = group.guarded().get(0).row();
        if (insert(row.table(), row.columns(), group.rows())) {
            group.guarded().forEach(change -> change.happened(true));
            return;
        }
        try {
            stale += GuardedRows.write(connection, group);
        } catch (SQLException e) {
            throw new ReadDatabaseException(group.sql(), e);
        }
    }

    /** Inserts rows if none of them is there; else changes nothing and says so. */
    boolean insert(String table, List<String> columns, List<@Nullable Object[]> rows) {
        try {
            return newRows.insert(connection, table, columns, rows);
        } catch (SQLException e) {
            throw new ReadDatabaseException("copy " + table, e);
        }
    }

    /** How many guarded rows were not written, since a version as high was there. */
    public long staleRows() {
        return stale;
    }

    /** Runs everything batched and writes the running sums; the last time before the commit. */
    public void complete() {
        flush();
        aggregateId = "";
        for (var contributions : sums.values()) {
            contributions.write(this);
            flush();
        }
        sums.clear();
    }

    private interface Execution<T> {
        T run(PreparedStatement statement) throws SQLException;
    }

    private <T> T execute(String sql, @Nullable Object[] parameters, Execution<T> execution) {
        try (var statement = connection.prepareStatement(sql)) {
            Columns.bind(statement, 0, parameters);
            return execution.run(statement);
        } catch (SQLException e) {
            throw new ReadDatabaseException(sql, e);
        }
    }
}
