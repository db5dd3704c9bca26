package dev.antiphon.query.changes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.antiphon.query.ReadDatabase;
import dev.antiphon.query.ReadStore;
import dev.antiphon.query.waiting.FakeScheduler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With a real database, since it is its transactions that make ids visible out of order. */
class ChangeTailTest {

    private static final Duration TICK = Duration.ofMillis(20);
    private static final Duration BEAT = Duration.ofSeconds(15);
    private static final Pattern EVENT = Pattern.compile("id: (\\S+)\n(?:event: (\\w+)\ndata: (.*)\n)?\n");

    record Row(String orderId, String status, long version) {}

    private static final Pushed<Row> ORDERS = new Pushed<>(
            "order_summary",
            "select order_id, status, version from order_summary where order_id = any (?)",
            Row.class,
            Row::orderId);

    /** Notes what a client is sent. */
    private static final class Client implements Outlet {

        private final List<String> events = new ArrayList<>();
        private String lastId = "";
        private boolean open = true;
        private int sent;

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void send(String text) {
            sent++;
            var matcher = EVENT.matcher(text);
            while (matcher.find()) {
                lastId = matcher.group(1);
                if (matcher.group(2) != null) {
                    events.add(matcher.group(2) + " " + matcher.group(3));
                }
            }
        }

        @Override
        public void close() {
            open = false;
        }
    }

    private final FakeScheduler time = new FakeScheduler();
    private DataSource database = ReadDatabase.empty();
    private boolean away;
    private final ChangeTail tail = tail();

    private ChangeTail tail() {
        var log = new JdbcChangeLog(database, Duration.ofSeconds(5));
        return new ChangeTail(
                new ChangeLog() {
                    @Override
                    public Beginning now() {
                        return log.now();
                    }

                    @Override
                    public Look after(Position position, int limit) {
                        if (away) {
                            throw new IllegalStateException("away");
                        }
                        return log.after(position, limit);
                    }

                    @Override
                    public List<Change> between(
                            Position from, Position until, String projection, String aggregateId, int limit) {
                        return log.between(from, until, projection, aggregateId, limit);
                    }
                },
                new ReadStore(database, Duration.ofSeconds(5)),
                ChangeTailTest::json,
                time,
                new ChangeLimits(TICK, BEAT, 3),
                new SimpleMeterRegistry());
    }

    private static String json(Object data) {
        return data.toString().replaceAll("^Data|aggregateId=|version=|type=|row=", "");
    }

    @BeforeEach
    void clear() {
        ReadDatabase.empty();
    }

    private Client listen(ChangeStream<Row> stream, String lastEventId) {
        var client = new Client();
        assertThat(tail.listen(stream, client, lastEventId)).isTrue();
        time.advance(TICK);
        return client;
    }

    private Connection open() throws SQLException {
        var connection = database.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    private static void change(Connection connection, String id, long version, String status) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("""
                    insert into order_summary (order_id, status, version) values ('%1$s', '%3$s', %2$d)
                    on conflict (order_id) do update set status = excluded.status, version = excluded.version""".formatted(id, version, status));
            statement.execute("""
                    insert into antiphon.change (projection, aggregate_id, aggregate_version, event_type)
                    values ('order_summary', '%s', %d, 'e%d')""".formatted(id, version, version));
        }
    }

    private void change(String id, long version, String status) throws SQLException {
        try (var connection = open()) {
            change(connection, id, version, status);
            connection.commit();
        }
        time.advance(TICK);
    }

    @Test
    void tellsEachChangeOnceAndInOrder() throws SQLException {
        change("1", 1, "PLACED");
        var one = listen(ChangeStream.of(ORDERS, "1"), null);
        var all = listen(ChangeStream.of(ORDERS), null);

        change("1", 2, "CONFIRMED");
        change("2", 1, "PLACED");
        time.advance(TICK);

        assertThat(one.events).containsExactly("ready {}", "change [1, 2, e2, Row[orderId=1, status=CONFIRMED, 2]]");
        assertThat(all.events)
                .containsExactly(
                        "ready {}",
                        "change [1, 2, e2, Row[orderId=1, status=CONFIRMED, 2]]",
                        "change [2, 1, e1, Row[orderId=2, status=PLACED, 1]]");
    }

    /** It keeps proxies from closing the connection, and the id from growing old while others change. */
    @Test
    void sendsAHeartbeatWithThePositionWhenThereIsNothingToTell() throws SQLException {
        var client = listen(ChangeStream.of(ORDERS, "1"), null);
        change("2", 1, "PLACED");
        var before = client.sent;

        time.advance(BEAT);
        time.advance(TICK);

        assertThat(client.sent).isEqualTo(before + 1);
        assertThat(client.events).containsExactly("ready {}");
        assertThat(client.lastId).isEqualTo("first.1");
    }

    @Test
    void aLowerIdThatCommitsLaterIsToldToo() throws SQLException {
        var client = listen(ChangeStream.of(ORDERS), null);
        try (var late = open()) {
            change(late, "1", 1, "PLACED");
            change("2", 1, "PLACED");
            assertThat(client.events).hasSize(2);
            assertThat(client.lastId).isEqualTo("first.0+2");
            late.commit();
        }
        time.advance(TICK);

        assertThat(client.events).hasSize(3).last().asString().startsWith("change [1, 1,");
        assertThat(client.lastId).isEqualTo("first.2");
    }

    @Test
    void aLowerIdThatWasUnderWayWhenTheClientCameIsToldToo() throws SQLException {
        try (var late = open()) {
            change("0", 1, "PLACED");
            change(late, "1", 1, "PLACED");
            change("2", 1, "PLACED");
            var client = listen(ChangeStream.of(ORDERS), null);
            late.commit();
            time.advance(TICK);

            assertThat(client.events).hasSize(2).last().asString().startsWith("change [1, 1,");
        }
    }

    @Test
    void anIdThatWasRolledBackIsNotWaitedForLongerThanItsTransaction() throws SQLException {
        var client = listen(ChangeStream.of(ORDERS), null);
        try (var lost = open();
                var slow = open()) {
            change(lost, "1", 1, "PLACED");
            change(slow, "3", 1, "PLACED");
            change("2", 1, "PLACED");
            lost.rollback();
            change("2", 2, "PLACED");
            assertThat(client.lastId).isEqualTo("first.0+3-4");
            slow.commit();
        }
        time.advance(TICK.multipliedBy(3));
        time.advance(BEAT);

        assertThat(client.lastId).isEqualTo("first.4");
    }

    @Test
    void whoComesBackMissesNothingAndIsToldNothingTwice() throws SQLException {
        var client = listen(ChangeStream.of(ORDERS), null);
        try (var late = open()) {
            change(late, "1", 1, "PLACED");
            change("2", 1, "PLACED");
            client.close();
            time.advance(TICK);
            change("2", 2, "CONFIRMED");
            late.commit();
        }
        var back = listen(ChangeStream.of(ORDERS), client.lastId);
        change("2", 3, "SHIPPED");

        assertThat(back.events)
                .containsExactly(
                        "change [1, 1, e1, Row[orderId=1, status=PLACED, 1]]",
                        "change [2, 2, e2, Row[orderId=2, status=CONFIRMED, 2]]",
                        "change [2, 3, e3, Row[orderId=2, status=SHIPPED, 3]]");
    }

    @Test
    void whatIsNoLongerKeptIsAReset() throws SQLException {
        change("1", 1, "PLACED");
        var client = listen(ChangeStream.of(ORDERS), null);
        client.close();
        time.advance(TICK);
        change("1", 2, "PLACED");
        change("1", 3, "PLACED");
        ReadDatabase.run(
                "delete from antiphon.change where id <= 2; update antiphon.change_horizon set forgotten_to = 2");

        assertThat(listen(ChangeStream.of(ORDERS), client.lastId).events).containsExactly("reset {}");
        assertThat(listen(ChangeStream.of(ORDERS), "nonsense").events).containsExactly("reset {}");
        assertThat(listen(ChangeStream.of(ORDERS), "first.4711").events).containsExactly("reset {}");
    }

    @Test
    void anotherDatabaseIsAReset() throws SQLException {
        var client = listen(ChangeStream.of(ORDERS), null);
        change("1", 1, "PLACED");
        ReadDatabase.run("update antiphon.change_horizon set era = 'second'");
        change("1", 2, "PLACED");

        assertThat(client.events).hasSize(3).last().isEqualTo("reset {}");
        assertThat(listen(ChangeStream.of(ORDERS), "first.1").events).containsExactly("reset {}");
    }

    @Test
    void filtersAndSaysWhatLeavesTheList() throws SQLException {
        var client = listen(
                ChangeStream.of(ORDERS)
                        .within(row -> !row.orderId().equals("2"))
                        .where(row -> row.status().equals("PLACED")),
                null);
        change("1", 1, "PLACED");
        change("1", 2, "CONFIRMED");
        change("2", 1, "PLACED");
        change("2", 2, "CONFIRMED");

        assertThat(client.events)
                .containsExactly(
                        "ready {}", "change [1, 1, e1, Row[orderId=1, status=PLACED, 1]]", "gone [1, 2, e2, null]");
    }

    @Test
    void aDatabaseThatIsAwayOnlyDelays() throws SQLException {
        var client = listen(ChangeStream.of(ORDERS), null);
        away = true;
        change("1", 1, "PLACED");
        time.advance(TICK.multipliedBy(5));
        assertThat(client.events).containsExactly("ready {}");

        away = false;
        time.advance(TICK);

        assertThat(client.events).hasSize(2);
    }

    @Test
    void oneBrokenConditionEndsItsStreamAlone() throws SQLException {
        var broken = listen(
                ChangeStream.of(ORDERS).where(row -> {
                    throw new IllegalStateException("broken");
                }),
                null);
        var other = listen(ChangeStream.of(ORDERS), null);
        change("1", 1, "PLACED");

        assertThat(broken.open).isFalse();
        assertThat(other.events).hasSize(2);
    }

    @Test
    void takesNoMoreThanItHasPlacesAndFreesThem() {
        var first = listen(ChangeStream.of(ORDERS), null);
        listen(ChangeStream.of(ORDERS), null);
        listen(ChangeStream.of(ORDERS), null);
        assertThat(tail.listen(ChangeStream.of(ORDERS), new Client(), null)).isFalse();

        first.close();
        time.advance(TICK);

        assertThat(tail.size()).isEqualTo(2);
        assertThat(tail.listen(ChangeStream.of(ORDERS), new Client(), null)).isTrue();
    }

    @Test
    void looksNoMoreWhenNobodyListensAndEndsAllWhenItCloses() {
        var client = listen(ChangeStream.of(ORDERS), null);
        client.close();
        time.advance(TICK);
        assertThat(time.isIdle()).isTrue();

        var last = listen(ChangeStream.of(ORDERS), null);
        tail.close();
        time.advance(TICK);

        assertThat(last.open).isFalse();
        assertThat(time.isIdle()).isTrue();
        assertThat(tail.listen(ChangeStream.of(ORDERS), new Client(), null)).isFalse();
    }
}
