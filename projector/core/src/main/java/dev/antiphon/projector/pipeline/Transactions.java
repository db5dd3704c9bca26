package dev.antiphon.projector.pipeline;

import dev.antiphon.projector.ProjectorOptions;
import dev.antiphon.projector.Strategy;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.jdbc.Advance;
import dev.antiphon.projector.jdbc.Changes;
import dev.antiphon.projector.jdbc.CopyIn;
import dev.antiphon.projector.jdbc.DriverConnections;
import dev.antiphon.projector.jdbc.JdbcReadDatabase;
import dev.antiphon.projector.jdbc.NewRows;
import dev.antiphon.projector.jdbc.Purpose;
import dev.antiphon.projector.jdbc.ReadDatabaseUnavailableException;
import dev.antiphon.projector.jdbc.TransactionStart;
import dev.antiphon.projector.jdbc.TransactionStart.Claim;
import dev.antiphon.projector.jdbc.Watermarks;
import dev.antiphon.projector.letters.Letters;
import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.FaultPoint;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the transactions of one projection on its read database: plain JDBC transactions, never part of a JTA one.
 *
 * <p>The number of statements of the framework does not depend on the number of records: one at the beginning, and one for
 * the watermarks at the end.
 */
public final class Transactions {

    private static final Logger LOG = LoggerFactory.getLogger(Transactions.class);

    private final DataSource dataSource;
    private final ProjectionDefinition definition;
    private final String group;
    private final ProjectorOptions options;
    private final FaultPoint faultPoint;
    private final NewRows rebuiltRows;
    private final DriverConnections drivers = DriverConnections.ofThisApplication();
    private final LongAdder staleRows = new LongAdder();
    private volatile @Nullable Connection current;

    /** @param group the consumer group, which letters name */
    public Transactions(
            DataSource dataSource,
            ProjectionDefinition definition,
            String group,
            ProjectorOptions options,
            FaultPoint faultPoint) {
        this(dataSource, definition, group, options, faultPoint, null);
    }

    /**
     * Those of a rebuild, too.
     *
     * @param group the consumer group, which letters name
     * @param copyIn for the rows of a rebuild, most of which are new; null for statements alone
     */
    public Transactions(
            DataSource dataSource,
            ProjectionDefinition definition,
            String group,
            ProjectorOptions options,
            FaultPoint faultPoint,
            @Nullable CopyIn copyIn) {
        this.dataSource = dataSource;
        this.definition = definition;
        this.group = group;
        this.options = options;
        this.faultPoint = faultPoint;
        this.rebuiltRows = new NewRows(copyIn);
    }

    /**
     * Begins a transaction for some records and takes the steps of their positions in it.
     *
     * @throws dev.antiphon.projector.jdbc.PositionMovedException if another consumer has taken over a partition
     * @throws ReadDatabaseUnavailableException if there is no connection
     * @throws PausedException if an operator has paused the projection
     */
    ProjectionTransaction begin(List<Advance> advances, List<Delivery> deliveries) throws SQLException {
        return begin(advances, aggregateIds(deliveries), claims(deliveries), Purpose.EVENTS);
    }

    /** Begins one for a record that is not to be applied: nothing is marked as processed. */
    ProjectionTransaction beginGivingUp(Advance advance, Delivery delivery) throws SQLException {
        return begin(List.of(advance), aggregateIds(List.of(delivery)), List.of(), Purpose.EVENTS);
    }

    /** Begins one for a letter: no position moves, and its aggregate is applied though it is parked. */
    ProjectionTransaction beginRedrive(Delivery delivery) throws SQLException {
        return begin(List.of(), aggregateIds(List.of(delivery)), claims(List.of(delivery)), Purpose.LETTERS);
    }

    /**
     * Begins one for snapshots of some aggregates: no position moves, nothing is marked as processed.
     *
     * @throws dev.antiphon.projector.jdbc.ClaimLostException if the rebuild that they belong to holds them no longer
     */
    ProjectionTransaction beginSnapshots(Set<String> aggregateIds, Purpose purpose) throws SQLException {
        return begin(List.of(), aggregateIds, List.of(), purpose);
    }

    private ProjectionTransaction begin(
            List<Advance> advances, Set<String> aggregateIds, List<Claim> claims, Purpose purpose) throws SQLException {
        var key = definition.key();
        var connection = ReadDatabaseUnavailableException.connect(dataSource);
        current = connection;
        try {
            connection.setAutoCommit(false);
            var statements = drivers.of(connection);
            var begun = TransactionStart.run(statements, key, options, advances, aggregateIds, claims, purpose);
            if (begun.pause() != null && purpose.rebuildClaim() == null) {
                throw new PausedException(begun.pause());
            }
            var newRows = purpose.rebuildClaim() == null ? new NewRows(null) : rebuiltRows;
            return new ProjectionTransaction(
                    key,
                    connection,
                    faultPoint,
                    begun.at(),
                    purpose.ofParked() ? null : begun.rebuild(),
                    new JdbcReadDatabase(statements, purpose.ofSnapshots(), newRows),
                    new Letters(statements, key, group, advances, begun.parked()),
                    new Watermarks(statements, key, begun.seen(), newRows),
                    new Changes(statements, begun.changesOf(), definition.isPushed(), newRows),
                    begun.fresh(),
                    staleRows);
        } catch (SQLException | RuntimeException e) {
            release(connection);
            throw e;
        }
    }

    private static Set<String> aggregateIds(List<Delivery> deliveries) {
        var ids = new HashSet<String>(); // the database locks them in its own order
        for (var delivery : deliveries) {
            if (delivery.key() != null) {
                ids.add(delivery.key());
            }
        }
        return ids;
    }

    /** What would be handled; what cannot be read fails later, in its turn. */
    private List<Claim> claims(List<Delivery> deliveries) {
        var claims = new ArrayList<Claim>();
        if (definition.strategy() != Strategy.PROCESSED_EVENT) {
            return claims;
        }
        for (var delivery : deliveries) {
            if (!delivery.isDeletion() && delivery.hasEnvelope()) {
                var envelope = delivery.envelope();
                if (definition.handler(envelope.eventType()).isPresent()) {
                    claims.add(new Claim(envelope.aggregateId(), envelope.aggregateVersion(), envelope.eventId()));
                }
            }
        }
        return claims;
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
