package dev.antiphon.command.outbox;

import dev.antiphon.command.spi.Transactions;
import dev.antiphon.command.spi.UncheckedSqlException;
import dev.antiphon.events.EventJson;
import dev.antiphon.events.Headers;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** Outbox rows by plain JDBC, through the transaction's own connection of the aggregates' data source. */
public final class JdbcOutbox implements Outbox {

    private static final String INSERT = """
            insert into antiphon.outbox
                (aggregate_hash, aggregate_id, topic, event_type, payload, headers) values (?, ?, ?, ?, ?, ?)
            """;

    private final DataSource dataSource;
    private final Transactions transactions;
    private final Consumer<Set<Integer>> committed;
    private final int maxEventSize;

    /**
     * An outbox.
     *
     * @param dataSource the JTA data source of the aggregates
     * @param committed told the hashes of the aggregates after each commit that left rows; wakes their relay
     * @param maxEventSize bytes of the largest record, with key and headers
     */
    public JdbcOutbox(
            DataSource dataSource, Transactions transactions, Consumer<Set<Integer>> committed, int maxEventSize) {
        this.dataSource = dataSource;
        this.transactions = transactions;
        this.committed = committed;
        this.maxEventSize = maxEventSize;
    }

    @Override
    public void append(List<OutboxEvent> events) {
        if (!transactions.isActive()) {
            throw new IllegalStateException(
                    "The outbox needs an active transaction, so that event and aggregate commit together (rule S1).");
        }
        if (events.isEmpty()) {
            return;
        }
        var hashes = new HashSet<Integer>();
        try (var connection = dataSource.getConnection();
                var statement = connection.prepareStatement(INSERT)) {
            for (var event : events) {
                var hash = AggregateHash.of(
                        event.envelope().aggregateType(), event.envelope().aggregateId());
                hashes.add(hash);
                bind(statement, event, hash);
                if (events.size() > 1) {
                    statement.addBatch();
                }
            }
            if (events.size() > 1) {
                statement.executeBatch();
            } else {
                statement.executeUpdate();
            }
        } catch (SQLException e) {
            throw new UncheckedSqlException(e);
        }
        transactions.afterCommit(() -> committed.accept(hashes));
    }

    private void bind(PreparedStatement statement, OutboxEvent event, int hash) throws SQLException {
        var envelope = event.envelope();
        var payload = EventJson.write(event.payload());
        var headers = Headers.write(envelope);
        RecordSize.check(event, payload, headers, maxEventSize);
        statement.setInt(1, hash);
        statement.setString(2, envelope.aggregateId());
        statement.setString(3, event.topic().value());
        statement.setString(4, envelope.eventType());
        statement.setString(5, payload);
        statement.setString(6, EventJson.write(headers));
    }
}
