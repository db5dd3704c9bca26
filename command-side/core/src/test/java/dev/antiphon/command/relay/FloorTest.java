package dev.antiphon.command.relay;

import static dev.antiphon.command.relay.WriteDatabase.execute;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rule S1: however ids commit, no row is ever below the floor that still has to be sent. */
class FloorTest {

    private final Floor floor = new Floor();

    @AfterEach
    void clear() throws SQLException {
        WriteDatabase.clear();
    }

    private static Connection transaction() throws SQLException {
        var connection = WriteDatabase.dataSource().getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    private static long append(Connection connection) throws SQLException {
        return WriteDatabase.append(connection, "topic", "a");
    }

    private static long appendAndCommit() throws SQLException {
        try (var connection = WriteDatabase.dataSource().getConnection()) {
            return append(connection);
        }
    }

    private static void publishAll() throws SQLException {
        execute("update antiphon.outbox set published_at = now() where published_at is null");
    }

    private void raise() throws SQLException {
        try (var connection = WriteDatabase.dataSource().getConnection()) {
            floor.raise(connection);
        }
    }

    @Test
    void itRisesToTheLowestRowThatWaits() throws SQLException {
        appendAndCommit();
        publishAll();
        var waits = appendAndCommit();
        appendAndCommit();

        raise();
        assertThat(floor.id()).as("one look proves nothing").isZero();
        raise();
        assertThat(floor.id()).isEqualTo(waits);
    }

    @Test
    void itRisesPastTheLastIdWhenNothingWaits() throws SQLException {
        var last = appendAndCommit();
        publishAll();
        raise();
        var next = appendAndCommit();
        raise();

        assertThat(floor.id()).isEqualTo(last + 1).isLessThanOrEqualTo(next);
    }

    @Test
    void itStaysBelowAnIdThatCommitsLate() throws SQLException {
        long late;
        try (var open = transaction()) {
            late = append(open);
            appendAndCommit();
            publishAll();

            raise();
            raise();
            raise();
            assertThat(floor.id()).isLessThanOrEqualTo(late);
            open.commit();
        }
        raise();
        raise();
        assertThat(floor.id()).isEqualTo(late);
    }

    @Test
    void aWriterThatWasLongOverDoesNotHoldItBack() throws SQLException {
        try (var snapshot = transaction()) {
            snapshot.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            execute(snapshot, "select count(*) from antiphon.outbox");
            var last = appendAndCommit();
            publishAll();
            raise();
            raise();
            assertThat(floor.id()).as("an old snapshot writes nothing").isEqualTo(last + 1);
            snapshot.rollback();
        }
    }

    /** In a transaction over two resources the writer changes its name between its write and its commit. */
    @Test
    void itStaysBelowAPreparedTransaction() throws SQLException {
        long late;
        try (var open = transaction()) {
            late = append(open);
            raise();
            execute(open, "prepare transaction 'two phases'");
        }
        appendAndCommit();
        raise();
        raise();
        assertThat(floor.id()).isLessThanOrEqualTo(late);
        execute("commit prepared 'two phases'");
        raise();
        raise();
        assertThat(floor.id()).isEqualTo(late);
    }

    @Test
    void itIsForAnotherEpochAfterRowsCameBack() throws SQLException {
        var old = appendAndCommit();
        publishAll();
        raise();
        raise();
        assertThat(floor.id()).isEqualTo(old + 1);

        execute("update antiphon.outbox set published_at = null where id = " + old);
        execute("update antiphon.relay_plan set epoch = epoch + 1");
        assertThat(floor.epoch()).as("readers see that it is void").isZero();
        raise();
        raise();

        assertThat(floor.epoch()).isEqualTo(1);
        assertThat(floor.id()).isEqualTo(old);
    }
}
