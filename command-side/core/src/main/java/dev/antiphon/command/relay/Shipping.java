package dev.antiphon.command.relay;

import dev.antiphon.command.spi.FaultPoint;
import dev.antiphon.events.jdbc.LocalTransactions;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Batch by batch: read, send, wait for the acknowledgements, mark. While the broker stores one batch the next is already
 * read and handed over, and while one is marked the next is under way.
 */
final class Shipping {

    private static final Logger LOG = LoggerFactory.getLogger(Shipping.class);
    private static final int UNDER_WAY = 2;
    private static final Duration PATIENCE = Duration.ofMillis(200);
    private static final Duration BETWEEN_RAISES_AT_WORK = Duration.ofMillis(100);
    private static final Duration BETWEEN_RAISES_AT_REST = Duration.ofSeconds(1);

    /** Whether to go on; asked often. */
    @FunctionalInterface
    interface Permission {

        /**
         * Asks.
         *
         * @param progress whether something was sent since the last question
         */
        boolean goOn(boolean progress) throws SQLException;
    }

    private final LocalTransactions database;
    private final LaneLeases leases;
    private final Floor floor;
    private final Topics topics;
    private final TopicPauses pauses;
    private final Supplier<RelayProducer> producers;
    private final RelaySettings settings;
    private final Clock clock;
    private final RelayMetrics metrics;
    private final FaultPoint.Action faults;
    private final RelayTracing tracing = new RelayTracing();

    private final Deque<Flight> underWay = new ArrayDeque<>();
    private @Nullable RelayProducer producer;
    private long raisedAt = System.nanoTime();

    Shipping(
            LocalTransactions database,
            LaneLeases leases,
            Floor floor,
            Topics topics,
            TopicPauses pauses,
            Supplier<RelayProducer> producers,
            RelaySettings settings,
            Clock clock,
            RelayMetrics metrics,
            FaultPoint.Action faults) {
        this.database = database;
        this.leases = leases;
        this.floor = floor;
        this.topics = topics;
        this.pauses = pauses;
        this.producers = producers;
        this.settings = settings;
        this.clock = clock;
        this.metrics = metrics;
        this.faults = faults;
    }

    /** Ships until nothing is left, permission ends, or nothing can be sent any more. */
    void run(Permission permission) throws SQLException, InterruptedException {
        while (permission.goOn(false)) {
            fill();
            var first = underWay.peek();
            if (first == null) {
                raiseFloor(BETWEEN_RAISES_AT_REST);
                return;
            }
            while (!first.landed(PATIENCE) && first.age().compareTo(settings.sendTimeout()) < 0) {
                if (!permission.goOn(false)) {
                    settleAll();
                    return;
                }
            }
            metrics.landed(first.age());
            tracing.landed(first);
            faults.at(FaultPoint.AFTER_ACK_BEFORE_MARK);
            var failure = producer == null ? null : producer.failure();
            if (failure != null) {
                settleAll();
                bear(failure);
            } else if (first.landed(Duration.ZERO)) {
                var rest = underWay.size() == 1 && !launchNext();
                settle(List.of(first));
                underWay.remove();
                if (rest) { // whoever commits from now on wakes the relay
                    permission.goOn(true);
                    raiseFloor(BETWEEN_RAISES_AT_REST);
                    return;
                }
            } else {
                giveUp();
            }
            permission.goOn(true);
        }
        settleAll();
    }

    /** A batch that is not full was the last, so nothing is read behind it until it has landed. */
    private void fill() throws SQLException {
        var more = true;
        while (more && underWay.size() < UNDER_WAY) {
            var last = underWay.peekLast();
            more = (last == null || last.size() >= settings.batchSize()) && launchNext();
        }
    }

    private boolean launchNext() throws SQLException {
        var rows = read();
        if (!rows.isEmpty()) {
            launch(rows);
        }
        return !rows.isEmpty();
    }

    private void raiseFloor(Duration notWithin) throws SQLException {
        if (System.nanoTime() - raisedAt > notWithin.toNanos()) {
            database.read(connection -> {
                floor.raise(connection);
                return floor;
            });
            raisedAt = System.nanoTime();
        }
    }

    private List<OutboxRow> read() throws SQLException {
        if (leases.held().isEmpty()) {
            return List.of();
        }
        if (!underWay.isEmpty()) {
            raiseFloor(BETWEEN_RAISES_AT_WORK);
        }
        while (true) {
            var batch = database.read(connection -> {
                var ids = new ArrayList<Long>();
                underWay.forEach(flight -> flight.rows().forEach(row -> ids.add(row.id())));
                return OutboxTable.read(connection, leases, floor, ids, pauses.paused(), settings.batchSize());
            });
            if (batch.followers().isEmpty()) {
                return batch.rows();
            }
            park(batch.followers());
            if (!batch.rows().isEmpty()) {
                return batch.rows();
            }
        }
    }

    private void launch(List<OutboxRow> rows) {
        faults.at(FaultPoint.BEFORE_SEND);
        if (producer == null) {
            producer = producers.get();
        }
        var sender = producer;
        var now = clock.instant();
        var flight = new Flight(now);
        underWay.add(flight);
        rows.forEach(tracing.within(row -> flight.add(row, sender.send(row, now))));
    }

    private int settleAll() throws SQLException {
        var settled = settle(underWay);
        underWay.clear();
        return settled;
    }

    /** Marks what is acknowledged, where the lane is still this node's. */
    private int settle(Collection<Flight> flights) throws SQLException {
        var acknowledged = Flight.acknowledged(flights);
        if (acknowledged.isEmpty()) {
            return 0;
        }
        if (leases.held().isEmpty()) {
            return acknowledged.size();
        }
        var marked =
                database.read(connection -> OutboxTable.mark(connection, leases, acknowledged, settings.retention()));
        metrics.sent(marked);
        marked.stream().map(OutboxRow::topic).distinct().forEach(pauses::works);
        if (marked.size() < acknowledged.size()) {
            LOG.warn(
                    "Another node took lanes of {} meanwhile; it sends {} events again",
                    settings.node(),
                    acknowledged.size() - marked.size());
        }
        return acknowledged.size();
    }

    /**
     * The broker neither takes nor refuses some records, as when a partition has too few replicas. Their topics pause, if
     * it takes others meanwhile; their outcome stays unknown. Each try makes everything wait, so tries are rare.
     */
    private void giveUp() throws SQLException {
        var stuck =
                Flight.unacknowledged(underWay).stream().map(OutboxRow::topic).collect(Collectors.toSet());
        var taken = settleAll() > 0;
        abandon();
        var cause = new TimeoutException("no acknowledgement within " + settings.sendTimeout());
        metrics.failed(cause);
        if (!taken && !pauses.areKnown(stuck)) {
            throw new KafkaException("Events could not be sent: " + cause.getMessage(), cause);
        }
        stuck.forEach(topic -> pauses.pause(topic, cause, settings.sendTimeout().multipliedBy(4)));
    }

    /** Stops what the failure concerns, and nothing else. */
    private void bear(SendFailure failure) throws SQLException {
        abandon();
        switch (failure.scope()) {
            case ROW -> {
                metrics.failed(failure.cause());
                LOG.error(
                        "Event {} of {} '{}' can never be sent and is parked with what follows it of this aggregate: {}",
                        failure.row().eventType(),
                        failure.row().topic(),
                        failure.row().aggregateId(),
                        failure.reason());
                park(failure);
            }
            case TOPIC -> {
                metrics.failed(failure.cause());
                topics.suspect(failure.row().topic());
                pauses.pause(failure.row().topic(), failure.cause());
            }
            case BROKER -> {
                topics.suspect(failure.row().topic());
                throw new KafkaException("An event could not be sent: " + failure.reason(), failure.cause());
            }
        }
    }

    private void park(SendFailure failure) throws SQLException {
        database.inNew(connection -> {
            for (var row : leases.lock(connection, List.of(failure.row()))) {
                ParkedEvents.park(connection, row, failure.reason());
            }
            return null;
        });
    }

    private void park(List<OutboxRow> followers) throws SQLException {
        database.inNew(connection -> {
            for (var row : leases.lock(connection, followers)) {
                ParkedEvents.follow(connection, row);
            }
            return null;
        });
    }

    /** Gives up what is under way: its outcome stays unknown, and it is read and sent again. */
    void abandon() {
        underWay.clear();
        if (producer != null) {
            producer.close();
            producer = null;
        }
    }
}
