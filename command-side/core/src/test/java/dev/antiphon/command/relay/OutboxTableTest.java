package dev.antiphon.command.relay;

import static dev.antiphon.command.relay.WriteDatabase.execute;
import static dev.antiphon.command.relay.WriteDatabase.query;
import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.events.jdbc.LocalTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutboxTableTest {

    /** Rows and index entries that a batch of 100 may touch, dead ones included; the backlog is 20,000. */
    private static final long FEW = 2_500;

    private final LaneLeases leases = new LaneLeases("node", Duration.ofMinutes(1));

    private final Floor floor = new Floor();

    @AfterEach
    void clear() throws SQLException {
        WriteDatabase.clear();
    }

    /** Whatever the statistics say, and whatever the outbox was like when a statement was first planned. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "truncate antiphon.outbox",
                "vacuum analyze antiphon.outbox",
                "insert into antiphon.outbox (aggregate_hash, aggregate_id, topic, event_type, payload, headers, published_at)"
                        + " select 1, 'a', 't', 'e', 'p', '{}', now() from generate_series(1, 20000);"
                        + " analyze antiphon.outbox",
                "insert into antiphon.outbox (aggregate_hash, aggregate_id, topic, event_type, payload, headers)"
                        + " select 1, 'a', 't', 'e', 'p', '{}' from generate_series(1, 20000); analyze antiphon.outbox;"
                        + " update antiphon.outbox set published_at = now()"
            })
    void aBacklogIsReadByItsIndexAndNoFurtherThanIsAskedFor(String before) throws SQLException {
        for (var statement : before.split(";")) {
            execute(statement);
        }
        new LocalTransactions(WriteDatabase.dataSource()).inNew(leases::renew);
        try (var connection = WriteDatabase.dataSource().getConnection()) {
            for (var i = 0; i < 20; i++) {
                assertThat(read(connection)).isEmpty();
                OutboxTable.mark(connection, leases, List.of(row(0)), Duration.ofDays(1));
                OutboxTable.backlog(connection);
                OutboxTable.clean(connection, Duration.ofDays(1), 0, 100);
            }
            execute("insert into antiphon.outbox (aggregate_hash, aggregate_id, topic, event_type, payload, headers)"
                    + " select 1, 'a', 't', 'e', repeat('x', 400), '{}' from generate_series(1, 20000)");
            var rows = new ArrayList<OutboxRow>();
            assertThat(rowsTouched(connection, () -> rows.addAll(read(connection))))
                    .isLessThan(FEW);
            assertThat(rows).hasSize(100);
            assertThat(rowsTouched(connection, () -> OutboxTable.mark(connection, leases, rows, Duration.ofDays(1))))
                    .isLessThan(FEW);
            assertThat(rowsTouched(connection, () -> floor.raise(connection))).isLessThan(FEW);
            assertThat(rowsTouched(connection, () -> OutboxTable.clean(connection, Duration.ofDays(1), 0, 100)))
                    .isLessThan(FEW);
            assertThat(rowsTouched(connection, () -> OutboxTable.backlog(connection)))
                    .isLessThan(60_000);
        }
    }

    private List<OutboxRow> read(Connection connection) throws SQLException {
        floor.raise(connection);
        return OutboxTable.read(connection, leases, floor, List.of(0L), List.of("other"), 100)
                .rows();
    }

    private static OutboxRow row(long id) {
        return new OutboxRow(id, 1, "a", "t", "e", "p", "{}");
    }

    private interface Access {
        void run() throws SQLException;
    }

    private static long rowsTouched(Connection connection, Access access) throws SQLException {
        var before = rowsTouched(connection);
        access.run();
        return rowsTouched(connection) - before;
    }

    private static long rowsTouched(Connection connection) throws SQLException {
        execute(connection, "select pg_stat_force_next_flush()");
        return Long.parseLong(query("""
                select seq_tup_read + idx_tup_fetch + (select sum(idx_tup_read) from pg_stat_user_indexes
                                                        where relname = 'outbox')
                  from pg_stat_user_tables where relname = 'outbox'""").get(0));
    }
}
