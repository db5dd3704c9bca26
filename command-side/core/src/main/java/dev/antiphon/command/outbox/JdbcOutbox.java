package dev.antiphon.command.outbox;

import dev.antiphon.command.spi.Transactions;
import dev.antiphon.command.spi.UncheckedSqlException;
import dev.antiphon.events.EventJson;
import dev.antiphon.events.Headers;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** Outbox rows by plain JDBC, through the transaction's own connection of the aggregates' data source. */
public final class JdbcOutbox implements Outbox {

    private static final String INSERT = """
            insert into antiphon.outbox
                (aggregate_hash, aggregate_id, topic, event_type, payload, headers) values (?, ?, ?, ?, ?, ?)
            """;

    private final DataSource dataSource;
    private final Transactions transactions;
    private final Runnable afterCommit;

    /**
     * An outbox.
     *
     * @param dataSource the JTA data source of the aggregates
     * @param afterCommit called after each commit that left rows; wakes the relay of this node
     */
    public JdbcOutbox(DataSource dataSource, Transactions transactions, Runnable afterCommit) {
        this.dataSource = dataSource;
        this.transactions = transactions;
        this.afterCommit = afterCommit;
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
        try (var connection = dataSource.getConnection();
                var statement = connection.prepareStatement(INSERT)) {
            for (var event : events) {
                bind(statement, event);
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
        transactions.afterCommit(afterCommit);
    }

    private static void bind(PreparedStatement statement, OutboxEvent event) throws SQLException {
        var envelope = event.envelope();
        statement.setInt(1, AggregateHash.of(envelope.aggregateType(), envelope.aggregateId()));
        statement.setString(2, envelope.aggregateId());
        statement.setString(3, event.topic().value());
        statement.setString(4, envelope.eventType());
        statement.setString(5, EventJson.write(event.payload()));
        statement.setString(6, EventJson.write(Headers.write(envelope)));
    }
}
