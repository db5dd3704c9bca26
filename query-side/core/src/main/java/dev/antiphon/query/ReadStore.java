package dev.antiphon.query;

import dev.antiphon.events.jdbc.Columns;
import dev.antiphon.events.jdbc.RecordMapper;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the read model: each call is one statement on a connection of its own, given back before the call returns, in a
 * read-only transaction of its own, and ended by the database when it takes longer than the time allowed. Within a JTA
 * transaction of the application it is part of that instead.
 *
 * <p>Statements take {@code ?} for values; instants, dates, enums (by name), texts, numbers and null can be passed. A
 * row becomes a record by the names of its columns ({@code total_minor} for {@code totalMinor}), or what a
 * {@link RowMapper} makes of it. A database that fails is a {@link ReadFailedException}. Safe for many threads.
 */
public final class ReadStore {

    /** Rows to read where there may be one: a second one is a mistake. */
    private static final int ONE = 2;

    /** The statement was prepared before its table was exchanged for one with other columns; the next time it is anew. */
    private static final String PREPARED_FOR_OTHER_COLUMNS = "0A000";

    private static final Logger LOG = LoggerFactory.getLogger(ReadStore.class);
    private static final String COMMIT = "\n;commit"; // on a line of its own, for a statement that ends in a comment

    private final DataSource dataSource;
    private final int timeoutSeconds;
    private final String begin;

    /** @param timeout for each statement; rounded up to seconds */
    public ReadStore(DataSource dataSource, Duration timeout) {
        this.dataSource = dataSource;
        this.timeoutSeconds = (int) Math.max(1, (timeout.toMillis() + 999) / 1000);
        this.begin = "begin read only;\nset local statement_timeout = '" + timeoutSeconds + "s';\n";
    }

    /**
     * The only row.
     *
     * @throws RowNotFoundException if there is none; the client is answered 404
     * @throws IllegalStateException if there are several
     */
    public <T> T one(String sql, Class<T> row, @Nullable Object... values) {
        return one(sql, RecordMapper.of(row)::map, values);
    }

    /** The only row, see {@link #one(String, Class, Object...)}. */
    public <T> T one(String sql, RowMapper<T> mapper, @Nullable Object... values) {
        return find(sql, mapper, values).orElseThrow(RowNotFoundException::new);
    }

    /**
     * The only row, or nothing.
     *
     * @throws IllegalStateException if there are several
     */
    public <T> Optional<T> find(String sql, Class<T> row, @Nullable Object... values) {
        return find(sql, RecordMapper.of(row)::map, values);
    }

    /** The only row or nothing, see {@link #find(String, Class, Object...)}. */
    public <T> Optional<T> find(String sql, RowMapper<T> mapper, @Nullable Object... values) {
        var rows = read(sql, mapper, values, ONE);
        if (rows.size() > 1) {
            throw new IllegalStateException("One row at most was expected, but there are more: " + sql);
        }
        return rows.stream().findFirst();
    }

    /** All rows, in the order of the statement. */
    public <T> List<T> list(String sql, Class<T> row, @Nullable Object... values) {
        return list(sql, RecordMapper.of(row)::map, values);
    }

    /** All rows, in the order of the statement. */
    public <T> List<T> list(String sql, RowMapper<T> mapper, @Nullable Object... values) {
        return read(sql, mapper, values, 0);
    }

    /** All rows, in the order of the statement. */
    public <T> List<T> list(Select select, Class<T> row) {
        return read(select.sql(), RecordMapper.of(row)::map, select.values(), 0);
    }

    /**
     * One page of a list.
     *
     * @param select the whole list with its filters, without an order
     * @throws InvalidParameterException if the client asks for what the list does not have; it is answered 400
     */
    public <T> Page<T> page(Select select, Paging<T> paging, PageRequest request) {
        var stretch = paging.stretch(request);
        stretch.narrow(select);
        return stretch.page(list(select, stretch.row()));
    }

    private <T> List<T> read(String sql, RowMapper<T> mapper, @Nullable Object[] values, int maxRows) {
        try (var connection = dataSource.getConnection()) {
            var alone = connection.getAutoCommit();
            try {
                return read(connection, alone, sql, mapper, values, maxRows);
            } catch (SQLException e) {
                if (alone) {
                    end(connection);
                }
                if (!alone || !PREPARED_FOR_OTHER_COLUMNS.equals(e.getSQLState())) {
                    throw e;
                }
            }
            try {
                return read(connection, true, sql, mapper, values, maxRows);
            } catch (SQLException e) {
                end(connection);
                throw e;
            }
        } catch (SQLException e) {
            throw new ReadFailedException("The read model could not be read: " + e.getMessage(), e);
        }
    }

    /** What failed is still in its transaction; a connection that cannot end it is broken, and its pool drops it. */
    private static void end(Connection connection) {
        try (var statement = connection.createStatement()) {
            statement.execute("rollback");
        } catch (SQLException e) {
            LOG.debug("A connection to the read database was lost", e);
        }
    }

    /** @param alone whether the statement is a transaction of its own, which then begins and ends in one round trip */
    private <T> List<T> read(
            Connection connection,
            boolean alone,
            String sql,
            RowMapper<T> mapper,
            @Nullable Object[] values,
            int maxRows)
            throws SQLException {
        var subject = maxRows == ONE ? Reflected.subject() : Optional.<Reflected.Subject>empty();
        var text = subject.isEmpty() ? sql : Reflected.SQL + sql;
        try (var statement = connection.prepareStatement(alone ? begin + text + COMMIT : text)) {
            if (!alone) {
                statement.setQueryTimeout(timeoutSeconds);
            }
            statement.setMaxRows(maxRows);
            if (subject.isEmpty()) {
                Columns.bind(statement, 0, values);
            } else {
                var asked = subject.get();
                Columns.bind(statement, 0, asked.projection, asked.projection, asked.aggregateId);
                Columns.bind(statement, 3, values);
            }
            var isRows = statement.execute();
            if (subject.isPresent()) {
                subject.get().fill(next(statement, isRows));
                isRows = statement.getMoreResults();
            }
            var result = next(statement, isRows);
            var rows = new ArrayList<T>();
            while (result.next()) {
                rows.add(mapper.map(result));
            }
            return rows;
        }
    }

    /** Passes over what begins the transaction. */
    private static ResultSet next(PreparedStatement statement, boolean isRows) throws SQLException {
        var found = isRows;
        while (!found) {
            if (statement.getUpdateCount() < 0) {
                throw new IllegalStateException("The statement answers no rows");
            }
            found = statement.getMoreResults();
        }
        return statement.getResultSet();
    }
}
