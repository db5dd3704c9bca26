package dev.antiphon.projector.jdbc;

import dev.antiphon.projector.ProjectorOptions;
import dev.antiphon.projector.operation.Pause;
import dev.antiphon.projector.operation.Projections;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The first statement of each transaction of a projection, the function {@code antiphon.begin_projection}. */
public final class TransactionStart {

    private static final String BEGIN =
            "select * from antiphon.begin_projection(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    /** An event that is to be marked as processed, if it is new. */
    public record Claim(String aggregateId, long version, String eventId) {}

    /**
     * What the transaction holds now.
     *
     * @param at the database's time
     * @param pause not null if nothing was done since the projection is paused
     * @param rebuild how far a rebuild is; null if none is under way
     * @param parked the parked ones among the aggregates, with the kind of their failure
     * @param seen the watermarks of the aggregates that have one
     * @param fresh ids of the events that no transaction before has marked as processed
     * @param changesOf whose changes they are: those of the projection while readers look at its tables, else of the version
     */
    public record Begun(
            Instant at,
            @Nullable Pause pause,
            @Nullable RebuildReach rebuild,
            Map<String, String> parked,
            Map<String, Long> seen,
            Set<String> fresh,
            String changesOf) {}

    private TransactionStart() {}

    /**
     * Begins. A node that is frozen in a transaction must not hold its rows for ever; nor may one wait for ever for such rows:
     * the options bound both.
     *
     * @param advances the steps of all positions
     * @param aggregateIds whose rows are held
     * @param claims events that are marked if they lie above the watermark
     * @throws PositionMovedException if a position is not where it must be
     * @throws ClaimLostException if it belongs to a rebuild, and its claim is no longer held
     */
    public static Begun run(
            Connection connection,
            String projection,
            ProjectorOptions options,
            List<Advance> advances,
            Collection<String> aggregateIds,
            List<Claim> claims,
            Purpose purpose)
            throws SQLException {
        var ordered = advances.stream()
                .sorted(Comparator.comparing(Advance::topic).thenComparing(Advance::partition))
                .toList();
        try (var statement = connection.prepareStatement(BEGIN)) {
            statement.setString(1, projection);
            statement.setString(2, options.lockTimeout().toMillis() + "ms");
            statement.setString(3, options.idleTimeout().toMillis() + "ms");
            var number = 4;
            for (var array : List.of(
                    array(connection, "text", ordered, Advance::topic),
                    array(connection, "int4", ordered, Advance::partition),
                    array(connection, "text", ordered, Advance::topicId),
                    array(connection, "int8", ordered, Advance::from),
                    array(connection, "int8", ordered, Advance::to),
                    connection.createArrayOf("text", aggregateIds.toArray()),
                    array(connection, "text", claims, Claim::aggregateId),
                    array(connection, "int8", claims, Claim::version),
                    array(connection, "text", claims, Claim::eventId))) {
                statement.setArray(number++, array);
            }
            statement.setBoolean(number++, purpose.ofParked());
            statement.setObject(number, purpose.rebuildClaim(), Types.BIGINT);
            try (var row = statement.executeQuery()) {
                row.next();
                var notMoved = row.getInt("not_moved");
                if (notMoved > 0) {
                    throw new PositionMovedException(projection, ordered.get(notMoved - 1));
                }
                if (row.getBoolean("claim_lost")) {
                    throw new ClaimLostException(projection);
                }
                return read(row, projection);
            }
        }
    }

    private static <T> java.sql.Array array(Connection connection, String type, List<T> all, Function<T, Object> value)
            throws SQLException {
        return connection.createArrayOf(type, all.stream().map(value).toArray());
    }

    private static Begun read(ResultSet row, String projection) throws SQLException {
        var parked = new HashMap<String, String>();
        var ids = texts(row, "parked_ids");
        var kinds = texts(row, "parked_kinds");
        for (var i = 0; i < ids.size(); i++) {
            parked.put(ids.get(i), kinds.get(i));
        }
        var seen = new HashMap<String, Long>();
        var seenIds = texts(row, "seen_ids");
        if (!seenIds.isEmpty()) {
            var versions = (Long[]) row.getArray("seen_versions").getArray();
            for (var i = 0; i < versions.length; i++) {
                seen.put(seenIds.get(i), versions[i]);
            }
        }
        return new Begun(
                row.getObject("begun_at", OffsetDateTime.class).toInstant(),
                Projections.pause(row, row.findColumn("pause_reason")),
                RebuildReach.of(row.getString("rebuilt_to"), row.getString("claimed_to")),
                parked,
                seen,
                new HashSet<>(texts(row, "fresh")),
                Objects.requireNonNullElse(row.getString("changes_of"), projection));
    }

    private static List<String> texts(ResultSet row, String column) throws SQLException {
        var array = row.getArray(column);
        return array == null ? List.of() : Arrays.asList((String[]) array.getArray());
    }
}
