package dev.antiphon.query;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Reads the read model: each call is one statement on a read-only connection of its own, given back before the call
 * returns, and ended by the database when it takes longer than the time allowed.
 *
 * <p>Statements take {@code ?} for values; instants, dates, enums (by name), texts, numbers and null can be passed. A
 * row becomes a record by the names of its columns ({@code total_minor} for {@code totalMinor}), or what a
 * {@link RowMapper} makes of it. A database that fails is a {@link ReadFailedException}. Safe for many threads.
 */
public final class ReadStore {

    /** Rows to read where there may be one: a second one is a mistake. */
    private static final int ONE = 2;

    private final DataSource dataSource;
    private final int timeoutSeconds;

    /** @param timeout for each statement; rounded up to seconds */
    public ReadStore(DataSource dataSource, Duration timeout) {
        this.dataSource = dataSource;
        this.timeoutSeconds = (int) Math.max(1, (timeout.toMillis() + 999) / 1000);
    }

    /**
     * The only row.
     *
     * @throws RowNotFoundException if there is none; the client is answered 404
     * @throws IllegalStateException if there are several
     */
    public <T> T one(String sql, Class<T> row, @Nullable Object... values) {
        return one(sql, RecordMapper.of(row), values);
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
        return find(sql, RecordMapper.of(row), values);
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
        return list(sql, RecordMapper.of(row), values);
    }

    /** All rows, in the order of the statement. */
    public <T> List<T> list(String sql, RowMapper<T> mapper, @Nullable Object... values) {
        return read(sql, mapper, values, 0);
    }

    /** All rows, in the order of the statement. */
    public <T> List<T> list(Select select, Class<T> row) {
        return read(select.sql(), RecordMapper.of(row), select.values(), 0);
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
            connection.setReadOnly(true);
            if (!connection.getAutoCommit()) {
                return read(connection, sql, mapper, values, maxRows);
            }
            // PostgreSQL's driver makes transactions read-only, and nothing that commits by itself.
            connection.setAutoCommit(false);
            try {
                return read(connection, sql, mapper, values, maxRows);
            } finally {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            throw new ReadFailedException("The read model could not be read: " + e.getMessage(), e);
        }
    }

    private <T> List<T> read(
            Connection connection, String sql, RowMapper<T> mapper, @Nullable Object[] values, int maxRows)
            throws SQLException {
        var subject = maxRows == ONE ? Reflected.subject() : Optional.<Reflected.Subject>empty();
        try (var statement = connection.prepareStatement(subject.isEmpty() ? sql : Reflected.SQL + sql)) {
            statement.setQueryTimeout(timeoutSeconds);
            statement.setMaxRows(maxRows);
            if (subject.isEmpty()) {
                Columns.bind(statement, 0, values);
                statement.execute();
            } else {
                Columns.bind(statement, 0, subject.get().projection, subject.get().aggregateId);
                Columns.bind(statement, 2, values);
                statement.execute();
                subject.get().fill(statement.getResultSet());
                statement.getMoreResults();
            }
            try (var result = statement.getResultSet()) {
                var rows = new ArrayList<T>();
                while (result.next()) {
                    rows.add(mapper.map(result));
                }
                return rows;
            }
        }
    }
}
