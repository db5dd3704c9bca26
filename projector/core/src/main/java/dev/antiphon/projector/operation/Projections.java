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

    /** What has no version noted was there before versions were. */
    private static final String LIST = """
            with known as (
                select key, projection as name, version, active from antiphon.projection_version where dropped_at is null
                union all
                select distinct projection, projection, 1, true from antiphon.position
                 where projection not in (select key from antiphon.projection_version))
            select k.key, k.name, k.version,
                   case when k.active then 'ACTIVE'
                        when r.projection is not null and r.finished_at is null then 'FILLING'
                        when k.version < a.version then 'OLD'
                        when r.projection is null then 'EMPTY'
                        when count(p.topic) = 0 or b.behind > ? then 'CATCHING_UP'
                        else 'READY' end,
                   p.topic, count(p.topic), coalesce(sum(p.next_offset), 0), max(p.updated_at),
                   (select count(*) from antiphon.parked_aggregate x where x.projection = k.key),
                   s.reason, s.paused_at, s.paused_by, b.behind
              from known k
                   left join antiphon.position p on p.projection = k.key
                   left join known a on a.name = k.name and a.active
                   left join antiphon.rebuild r on r.projection = k.key
                   left join antiphon.paused_projection s on s.projection = k.key
                   cross join lateral (
                       select coalesce(sum(greatest(0, o.next_offset - n.next_offset)), 0) as behind
                         from antiphon.position o join antiphon.position n using (topic, partition, topic_id)
                        where o.projection = a.key and n.projection = k.key) b
             group by k.key, k.name, k.version, k.active, a.version, r.projection, r.finished_at, p.topic, s.reason,
                      s.paused_at, s.paused_by, b.behind
             order by k.name, k.version, p.topic""";

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

    /** All versions that have ever begun to be filled or to read, by name; for each topic that one has read. */
    public List<ProjectionState> list() throws SQLException {
        return database.read(Projections::list);
    }

    private static List<ProjectionState> list(Connection connection) throws SQLException {
        var states = new ArrayList<ProjectionState>();
        try (var statement = connection.prepareStatement(LIST)) {
            statement.setLong(1, ProjectionState.CLOSE);
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    var movedAt = rows.getObject(8, OffsetDateTime.class);
                    states.add(new ProjectionState(
                            rows.getString(1),
                            rows.getString(2),
                            rows.getInt(3),
                            ProjectionState.Stage.valueOf(rows.getString(4)),
                            rows.getString(5),
                            rows.getInt(6),
                            rows.getLong(7),
                            movedAt == null ? null : movedAt.toInstant(),
                            rows.getLong(9),
                            pause(rows, 10),
                            rows.getLong(13)));
                }
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
