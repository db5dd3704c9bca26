package dev.antiphon.projector.pipeline;

import dev.antiphon.projector.ProjectorOptions;
import dev.antiphon.projector.Strategy;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.jdbc.Advance;
import dev.antiphon.projector.jdbc.Positions;
import dev.antiphon.projector.jdbc.ProcessedEvents;
import dev.antiphon.projector.jdbc.ReadDatabaseUnavailableException;
import dev.antiphon.projector.jdbc.Watermarks;
import dev.antiphon.projector.letters.Letters;
import dev.antiphon.projector.operation.Projections;
import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.FaultPoint;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the transactions of one projection on its read database: plain JDBC transactions, never part of a JTA one.
 *
 * <p>The number of statements of the framework does not depend on the number of records: one each for timeouts, position,
 * parked aggregates, watermarks and processed events.
 */
public final class Transactions {

    private static final Logger LOG = LoggerFactory.getLogger(Transactions.class);

    /** A node that is frozen in a transaction must not hold its rows for ever; nor may one wait for ever for such rows. */
    private static final String BEGIN = """
            select set_config('lock_timeout', ?, true), set_config('idle_in_transaction_session_timeout', ?, true),
                   clock_timestamp(), p.reason, p.paused_at, p.paused_by
              from (values (?)) as me (projection) left join antiphon.paused_projection p using (projection)""";

    private final DataSource dataSource;
    private final ProjectionDefinition definition;
    private final String group;
    private final ProjectorOptions options;
    private final FaultPoint faultPoint;
    private final Positions positions;
    private final LongAdder staleRows = new LongAdder();
    private volatile @Nullable Connection current;

    /** @param group the consumer group, which letters name */
    public Transactions(
            DataSource dataSource,
            ProjectionDefinition definition,
            String group,
            ProjectorOptions options,
            FaultPoint faultPoint) {
        this.dataSource = dataSource;
        this.definition = definition;
        this.group = group;
        this.options = options;
        this.faultPoint = faultPoint;
        this.positions = new Positions(definition.key());
    }

    /**
     * Begins a transaction for some records and takes the steps of their positions in it.
     *
     * @throws dev.antiphon.projector.jdbc.PositionMovedException if another consumer has taken over a partition
     * @throws ReadDatabaseUnavailableException if there is no connection
     * @throws PausedException if an operator has paused the projection
     */
    ProjectionTransaction begin(List<Advance> advances, List<Delivery> deliveries) throws SQLException {
        return begin(advances, deliveries, parked -> !parked);
    }

    /** Begins one for a record that is not to be applied: nothing is marked as processed. */
    ProjectionTransaction beginGivingUp(Advance advance, Delivery delivery) throws SQLException {
        return begin(List.of(advance), List.of(delivery), parked -> false);
    }

    /** Begins one for a letter: no position moves, and its aggregate is applied though it is parked. */
    ProjectionTransaction beginRedrive(Delivery delivery) throws SQLException {
        return begin(List.of(), List.of(delivery), parked -> true);
    }

    /** Begins one for snapshots of some aggregates: no position moves, nothing is marked as processed. */
    ProjectionTransaction beginSnapshots(Set<String> aggregateIds) throws SQLException {
        return begin(List.of(), new TreeSet<>(aggregateIds), List.of(), parked -> false);
    }

    private ProjectionTransaction begin(List<Advance> advances, List<Delivery> deliveries, Predicate<Boolean> applied)
            throws SQLException {
        return begin(advances, aggregateIds(deliveries), deliveries, applied);
    }

    /** @param applied whether an event is to be applied, given whether its aggregate is parked */
    private ProjectionTransaction begin(
            List<Advance> advances, Set<String> ids, List<Delivery> deliveries, Predicate<Boolean> applied)
            throws SQLException {
        var connection = ReadDatabaseUnavailableException.connect(dataSource);
        current = connection;
        try {
            connection.setAutoCommit(false);
            var begunAt = setTimeouts(connection);
            positions.advance(connection, advances);
            var letters = Letters.lock(connection, definition.key(), group, advances, ids);
            var watermarks = Watermarks.lock(connection, definition.key(), ids);
            var fresh = definition.strategy() == Strategy.PROCESSED_EVENT
                    ? ProcessedEvents.claim(
                            connection,
                            definition.key(),
                            unseen(
                                    deliveries.stream()
                                            .filter(each -> applied.test(letters.isParked(each.key())))
                                            .toList(),
                                    watermarks))
                    : new HashSet<String>();
            return new ProjectionTransaction(
                    definition.key(), connection, faultPoint, begunAt, letters, watermarks, fresh, staleRows);
        } catch (SQLException | RuntimeException e) {
            release(connection);
            throw e;
        }
    }

    /** Gives the database's time. */
    private Instant setTimeouts(Connection connection) throws SQLException {
        try (var statement = connection.prepareStatement(BEGIN)) {
            statement.setString(1, milliseconds(options.lockTimeout()));
            statement.setString(2, milliseconds(options.idleTimeout()));
            statement.setString(3, definition.key());
            try (var rows = statement.executeQuery()) {
                rows.next();
                var pause = Projections.pause(rows, 4);
                if (pause != null) {
                    throw new PausedException(pause);
                }
                return rows.getObject(3, OffsetDateTime.class).toInstant();
            }
        }
    }

    private static String milliseconds(Duration duration) {
        return duration.toMillis() + "ms";
    }

    private static Set<String> aggregateIds(List<Delivery> deliveries) {
        var ids = new TreeSet<String>();
        for (var delivery : deliveries) {
            if (delivery.key() != null) {
                ids.add(delivery.key());
            }
        }
        return ids;
    }

    /** What would be handled and lies above its watermark; what cannot be read fails later, in its turn. */
    private List<String> unseen(List<Delivery> deliveries, Watermarks watermarks) {
        var ids = new ArrayList<String>();
        for (var delivery : deliveries) {
            if (delivery.isDeletion() || !delivery.hasEnvelope()) {
                continue;
            }
            var envelope = delivery.envelope();
            if (envelope.aggregateVersion() > watermarks.of(envelope.aggregateId())
                    && definition.handler(envelope.eventType()).isPresent()) {
                ids.add(envelope.eventId());
            }
        }
        return ids;
    }

    /** Guarded rows that were not written by what was committed, since a version as high was there. From any thread. */
    public long staleRows() {
        return staleRows.sum();
    }

    /** Breaks off the running transaction from another thread: it fails there and is rolled back. */
    public void abort() {
        var connection = current;
        if (connection != null) {
            try {
                connection.abort(Runnable::run);
            } catch (SQLException e) {
                LOG.debug("The transaction of projection {} could not be broken off", definition, e);
            }
        }
    }

    /** Rolls back what is not committed, and gives the connection back as it came. */
    static void release(Connection connection) {
        try (connection) {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            LOG.debug("A connection to the read database was lost", e);
        }
    }
}
