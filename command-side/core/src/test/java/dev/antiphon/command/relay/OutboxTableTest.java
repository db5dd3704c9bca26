package dev.antiphon.command.relay;

import static dev.antiphon.command.relay.WriteDatabase.execute;
import static dev.antiphon.command.relay.WriteDatabase.query;
import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.events.jdbc.LocalTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OutboxTableTest {

    private final LaneLeases leases = new LaneLeases("node", Duration.ofMinutes(1));

    @AfterEach
    void clear() throws SQLException {
        WriteDatabase.clear();
    }

    /** A plan that is kept from when the outbox was empty reads the whole table for each batch. */
    @Test
    void aRelayThatHasLongSeenAnEmptyOutboxReadsABacklogByItsIndex() throws SQLException {
        execute("delete from antiphon.outbox");
        execute("vacuum analyze antiphon.outbox");
        new LocalTransactions(WriteDatabase.dataSource()).inNew(leases::renew);
        try (var connection = WriteDatabase.dataSource().getConnection()) {
            for (var i = 0; i < 20; i++) {
                assertThat(read(connection)).isZero();
                OutboxTable.backlog(connection);
                OutboxTable.clean(connection, Duration.ZERO, 0, 100);
            }
            execute("insert into antiphon.outbox (aggregate_hash, aggregate_id, topic, event_type, payload, headers)"
                    + " select 1, 'a', 't', 'e', repeat('x', 400), '{}' from generate_series(1, 20000)");
            var before = fullScans(connection);

            assertThat(read(connection)).isEqualTo(100);
            OutboxTable.backlog(connection);
            OutboxTable.clean(connection, Duration.ZERO, 0, 100);

            assertThat(fullScans(connection)).isEqualTo(before);
        }
    }

    private int read(Connection connection) throws SQLException {
        return OutboxTable.read(connection, leases, new Floor(), List.of(), List.of(), 100)
                .rows()
                .size();
    }

    private static String fullScans(Connection connection) throws SQLException {
        execute(connection, "select pg_stat_force_next_flush()");
        return query("select seq_scan from pg_stat_user_tables where relname = 'outbox'")
                .get(0);
    }
}
