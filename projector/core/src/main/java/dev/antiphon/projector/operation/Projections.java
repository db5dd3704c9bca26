package dev.antiphon.projector.operation;

import dev.antiphon.events.jdbc.LocalTransactions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The projections of a read database. A pause is a row there: it holds for every node, and through restarts, until it is
 * taken away; a transaction that begins after it applies nothing, redrives included. Every method is one transaction.
 */
public final class Projections {

    private static final String LIST = """
            select p.projection, p.topic, count(*), sum(p.next_offset), max(p.updated_at),
                   (select count(*) from antiphon.parked_aggregate a where a.projection = p.projection),
                   s.reason, s.paused_at, s.paused_by
              from antiphon.position p left join antiphon.paused_projection s using (projection)
             group by p.projection, p.topic, s.reason, s.paused_at, s.paused_by
             order by p.projection, p.topic""";
    private static final String POSITIONS = """
            select projection, topic, partition, topic_id, next_offset from antiphon.position
             order by projection, topic, partition""";
    private static final String PAUSE = """
            insert into antiphon.paused_projection (projection, reason) values (?, ?) on conflict do nothing""";
    private static final String RESUME = "delete from antiphon.paused_projection where projection = ?";
    private static final String FIND =
            "select reason, paused_at, paused_by from antiphon.paused_projection where projection = ?";

    private final LocalTransactions database;

    public Projections(DataSource readDatabase) {
        database = new LocalTransactions(readDatabase);
    }

    /** Those that have ever begun to read, by name. */
    public List<ProjectionState> list() throws SQLException {
        return database.read(Projections::list);
    }

    private static List<ProjectionState> list(Connection connection) throws SQLException {
        var states = new ArrayList<ProjectionState>();
        try (var statement = connection.prepareStatement(LIST);
                var rows = statement.executeQuery()) {
            while (rows.next()) {
                states.add(new ProjectionState(
                        rows.getString(1),
                        rows.getString(2),
                        rows.getInt(3),
                        rows.getLong(4),
                        rows.getObject(5, OffsetDateTime.class).toInstant(),
                        rows.getLong(6),
                        pause(rows, 7)));
            }
        }
        return states;
    }

    /** Where each stands in each partition, which wins over the offset of its consumer group. */
    public List<PartitionPosition> positions() throws SQLException {
        return database.read(Projections::positions);
    }

    /** The same on a connection that is open. */
    public static List<PartitionPosition> positions(Connection connection) throws SQLException {
        var positions = new ArrayList<PartitionPosition>();
        try (var statement = connection.prepareStatement(POSITIONS);
                var rows = statement.executeQuery()) {
            while (rows.next()) {
                positions.add(new PartitionPosition(
                        rows.getString(1), rows.getString(2), rows.getInt(3), rows.getString(4), rows.getLong(5)));
            }
        }
        return positions;
    }

    /** The pause in three columns of a row, null if there is none. */
    public static @Nullable Pause pause(ResultSet row, int column) throws SQLException {
        var reason = row.getString(column);
        return reason == null
                ? null
                : new Pause(
                        reason, row.getObject(column + 1, OffsetDateTime.class).toInstant(), row.getString(column + 2));
    }

    /** The pause of a projection, if it has one. */
    public Optional<Pause> pause(String projection) throws SQLException {
        return database.read(connection -> {
            try (var statement = connection.prepareStatement(FIND)) {
                statement.setString(1, projection);
                try (var row = statement.executeQuery()) {
                    return row.next() ? Optional.ofNullable(pause(row, 1)) : Optional.empty();
                }
            }
        });
    }

    /**
     * Pauses a projection.
     *
     * @return false if it was paused already; the older reason stays
     * @throws IllegalArgumentException if there is no such projection, or no reason
     */
    public boolean pause(String projection, String reason) throws SQLException {
        if (reason.isBlank()) {
            throw new IllegalArgumentException("Say why the projection is paused: its health tells the reason.");
        }
        return database.inNew(connection -> {
            checkExists(connection, projection);
            try (var statement = connection.prepareStatement(PAUSE)) {
                statement.setString(1, projection);
                statement.setString(2, reason);
                return statement.executeUpdate() > 0;
            }
        });
    }

    /**
     * Lets a projection go on, from where it stands.
     *
     * @return false if it was not paused
     * @throws IllegalArgumentException if there is no such projection
     */
    public boolean resume(String projection) throws SQLException {
        return database.inNew(connection -> {
            checkExists(connection, projection);
            try (var statement = connection.prepareStatement(RESUME)) {
                statement.setString(1, projection);
                return statement.executeUpdate() > 0;
            }
        });
    }

    private static void checkExists(Connection connection, String projection) throws SQLException {
        var known = list(connection).stream()
                .map(ProjectionState::projection)
                .distinct()
                .toList();
        if (!known.contains(projection)) {
            throw new IllegalArgumentException("There is no projection '" + projection + "'; there are "
                    + (known.isEmpty()
                            ? "none yet: they appear when a projector has begun to read"
                            : known.stream().collect(Collectors.joining(", ")))
                    + ".");
        }
    }
}
