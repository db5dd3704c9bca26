package dev.antiphon.bench.lab;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;

/**
 * Rows of the outbox that are made for a measurement: payloads of about 400 bytes, the headers that the product writes,
 * 20,000 aggregates in turn, each with consecutive versions.
 */
public final class Backlog {

    private static final String FILL = """
            insert into antiphon.outbox
                   (aggregate_hash, aggregate_id, topic, event_type, payload, headers, published_at)
            select hashtext('bench-' || i % 20000) & 65535,
                   'bench-' || i % 20000,
                   'shop.orders.order',
                   'order.placed',
                   '{"orderId":"bench-' || i % 20000 || '","text":"' || left(repeat(md5(i::text), 12), 365) || '"}',
                   '{"Event-Id":"' || lpad(i::text, 26, '0') || '","Event-Type":"order.placed","Schema-Version":"1",'
                       || '"Correlation-Id":"' || lpad(i::text, 26, '0') || '","Source-Service":"orders",'
                       || '"Aggregate-Type":"Order","Aggregate-Version":"' || i / 20000 + 1 || '",'
                       || '"Occurred-At":"2026-01-01T12:00:00.123456Z",'
                       || '"traceparent":"00-' || md5(i::text) || '-' || left(md5(i::text), 16) || '-01"}',
                   case when ? then now() end
              from generate_series(0, ? - 1) i
            """;

    /** Of the youngest rows alone: among millions of old ones a look at all would take long. */
    private static final String LAST_MARK = """
            select max(published_at)
              from (select published_at from antiphon.outbox order by id desc limit 1000000) youngest
            """;

    private final Lab lab;

    public Backlog(Lab lab) {
        this.lab = lab;
    }

    /** Empties the outbox; to be called while no relay runs. */
    public void clear() throws SQLException {
        execute("truncate antiphon.outbox");
    }

    /** Fills the outbox with rows that wait to be sent, and has them written to disk. */
    public void fill(int rows) throws SQLException {
        insert(rows, false);
        execute("checkpoint");
    }

    /** Fills it with rows that were sent long ago, in the state that autovacuum would have brought them to since. */
    public void age(int rows) throws SQLException {
        insert(rows, true);
        execute("vacuum (analyze) antiphon.outbox");
        execute("checkpoint");
    }

    private void insert(int rows, boolean published) throws SQLException {
        try (Connection connection = lab.connect();
                PreparedStatement statement = connection.prepareStatement(FILL)) {
            statement.setBoolean(1, published);
            statement.setInt(2, rows);
            statement.executeUpdate();
        }
    }

    /** Runs a statement that needs the rights of an owner. */
    public void execute(String sql) throws SQLException {
        try (Connection connection = lab.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /**
     * Waits until nothing waits to be sent any more. While waiting it looks at the youngest row alone, which costs the
     * database next to nothing.
     *
     * @return when the last mark was made, by the database's clock, which is this machine's
     */
    public Instant awaitEmpty() throws Exception {
        try (Connection connection = lab.connect();
                Statement statement = connection.createStatement()) {
            long youngest = number(statement, "select coalesce(max(id), 0) from antiphon.outbox");
            Poll.until(
                    "the youngest event is sent",
                    Duration.ofMillis(20),
                    () -> number(
                                    statement,
                                    "select count(*) from antiphon.outbox where published_at is null and id = "
                                            + youngest)
                            == 0);
            Poll.until(
                    "all events are sent",
                    Duration.ofMillis(100),
                    () -> number(statement, "select count(*) from antiphon.outbox where published_at is null") == 0);
            try (ResultSet row = statement.executeQuery(LAST_MARK)) {
                row.next();
                return row.getObject(1, OffsetDateTime.class).toInstant();
            }
        }
    }

    private static long number(Statement statement, String sql) throws SQLException {
        try (ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
