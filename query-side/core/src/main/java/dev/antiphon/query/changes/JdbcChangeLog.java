package dev.antiphon.query.changes;

import dev.antiphon.query.ReadFailedException;
import dev.antiphon.query.changes.Position.Range;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Table {@code antiphon.change}; each call is one statement. */
final class JdbcChangeLog implements ChangeLog {

    /** How far back a beginning looks for ids that are not visible yet: more than a database can have under way. */
    private static final long UNDER_WAY = 100_000;

    private static final String NOW = """
            select h.era, h.forgotten_to, i.first, i.last
            from antiphon.change_horizon h
            left join (
                select min(id) as first, max(id) as last
                from (select id, id - row_number() over (order by id) as island
                      from antiphon.change
                      where id > (select max(id) - %d from antiphon.change)) seen
                group by island) i on true
            order by i.first""".formatted(UNDER_WAY);

    private static final String AFTER = """
            select h.era, s.oldest, s.next, c.id, c.projection, c.aggregate_id, c.aggregate_version, c.event_type
            from (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as oldest,
                         pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next) s
            cross join antiphon.change_horizon h
            left join lateral (
                select c.* from unnest(?::bigint[], ?::bigint[]) as gap (first, last)
                join antiphon.change c on c.id between gap.first and gap.last
                order by c.id limit ?) c on true
            order by c.id""";

    private static final String BETWEEN = """
            select h.forgotten_to, c.id, c.projection, c.aggregate_id, c.aggregate_version, c.event_type
            from antiphon.change_horizon h
            left join lateral (
                select c.* from unnest(?::bigint[], ?::bigint[]) as gap (first, last)
                join antiphon.change c on c.id between gap.first and gap.last
                where c.projection = ? and (?::text is null or c.aggregate_id = ?)
                order by c.id limit ?) c on true
            order by c.id""";

    private final DataSource dataSource;
    private final int timeoutSeconds;

    /** @param timeout for each statement; rounded up to seconds */
    JdbcChangeLog(DataSource dataSource, Duration timeout) {
        this.dataSource = dataSource;
        this.timeoutSeconds = (int) Math.max(1, (timeout.toMillis() + 999) / 1000);
    }

    @Override
    public Beginning now() {
        return read(connection -> {
            try (var statement = prepare(connection, NOW);
                    var islands = statement.executeQuery()) {
                var era = "";
                Position position = null;
                while (islands.next()) {
                    era = islands.getString(1);
                    var first = islands.getLong(3);
                    if (islands.wasNull()) {
                        return new Beginning(era, Position.upTo(islands.getLong(2)));
                    }
                    position = (position == null ? Position.upTo(first - 1) : position)
                            .with(new Range(first, islands.getLong(4)));
                }
                return new Beginning(era, position == null ? Position.upTo(0) : position);
            }
        });
    }

    @Override
    public Look after(Position position, int limit) {
        var gaps = new ArrayList<>(position.gaps());
        gaps.add(new Range(position.highest() + 1, Long.MAX_VALUE));
        return read(connection -> {
            try (var statement = prepare(connection, AFTER)) {
                ranges(connection, statement, gaps);
                statement.setInt(3, limit);
                try (var result = statement.executeQuery()) {
                    var changes = new ArrayList<Change>();
                    var era = "";
                    var oldest = 0L;
                    var next = 0L;
                    while (result.next()) {
                        era = result.getString(1);
                        oldest = result.getLong(2);
                        next = result.getLong(3);
                        if (result.getString(5) != null) {
                            changes.add(change(result, 4));
                        }
                    }
                    return new Look(era, changes, oldest, next);
                }
            }
        });
    }

    @Override
    public @Nullable List<Change> between(
            Position from, Position until, String projection, @Nullable String aggregateId, int limit) {
        var gaps = new ArrayList<>(from.gaps());
        if (until.highest() > from.highest()) {
            gaps.add(new Range(from.highest() + 1, until.highest()));
        }
        return read(connection -> {
            try (var statement = prepare(connection, BETWEEN)) {
                ranges(connection, statement, gaps);
                statement.setString(3, projection);
                statement.setString(4, aggregateId);
                statement.setString(5, aggregateId);
                statement.setInt(6, limit + 1);
                try (var result = statement.executeQuery()) {
                    var changes = new ArrayList<Change>();
                    var found = 0;
                    while (result.next()) {
                        if (result.getLong(1) > from.floor()) {
                            return null;
                        }
                        if (result.getString(3) != null) {
                            found++;
                            if (until.contains(result.getLong(2))) {
                                changes.add(change(result, 2));
                            }
                        }
                    }
                    return found > limit ? null : changes;
                }
            }
        });
    }

    private static Change change(ResultSet row, int first) throws SQLException {
        return new Change(
                row.getLong(first),
                row.getString(first + 1),
                row.getString(first + 2),
                row.getLong(first + 3),
                row.getString(first + 4));
    }

    private static void ranges(Connection connection, PreparedStatement statement, List<Range> ranges)
            throws SQLException {
        var firsts = ranges.stream().map(Range::first).toArray();
        var lasts = ranges.stream().map(Range::last).toArray();
        statement.setArray(1, connection.createArrayOf("int8", firsts));
        statement.setArray(2, connection.createArrayOf("int8", lasts));
    }

    private PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        var statement = connection.prepareStatement(sql);
        statement.setQueryTimeout(timeoutSeconds);
        return statement;
    }

    @FunctionalInterface
    private interface Reading<T extends @Nullable Object> {
        T from(Connection connection) throws SQLException;
    }

    private <T extends @Nullable Object> T read(Reading<T> reading) {
        try (var connection = dataSource.getConnection()) {
            return reading.from(connection);
        } catch (SQLException e) {
            throw new ReadFailedException("The changes could not be read: " + e.getMessage(), e);
        }
    }
}
