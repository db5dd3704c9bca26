package dev.antiphon.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

class ReadStoreTest {

    enum Status {
        PLACED,
        CONFIRMED
    }

    record Summary(
            String orderId,
            Status status,
            @Nullable String customerId,
            @Nullable Long totalMinor,
            int lineCount,
            Instant orderedAt,
            long version) {}

    record Demanding(String orderId, long totalMinor, String nowhere) {}

    record Primitive(long totalMinor) {}

    private static final Instant TIME = Instant.parse("2010-12-01T08:26:00.000001Z");
    private static final String BY_ID = "select * from order_summary where order_id = ?";

    private ReadStore store;

    @BeforeEach
    void fill() {
        store = new ReadStore(ReadDatabase.empty(), Duration.ofSeconds(1));
        ReadDatabase.run("""
                insert into order_summary values
                ('1', 'PLACED', null, null, 1, '2010-12-01T08:26:00.000001Z', 1),
                ('2', 'CONFIRMED', '17850', 255, 2, '2010-12-02T08:26:00Z', 2),
                ('3', 'CONFIRMED', '17850', 300, 3, '2010-12-02T08:26:00Z', 2)""");
    }

    @Test
    void makesRecordsOfRows() {
        assertThat(store.one(BY_ID, Summary.class, "1"))
                .isEqualTo(new Summary("1", Status.PLACED, null, null, 1, TIME, 1));
        assertThat(store.<Long>one(BY_ID, row -> row.getLong("total_minor"), "2"))
                .isEqualTo(255L);
    }

    @Test
    void takesInstantsAndEnumsAsValues() {
        assertThat(store.list(
                        "select * from order_summary where ordered_at = ? and status = ?",
                        Summary.class,
                        TIME,
                        Status.PLACED))
                .hasSize(1);
    }

    @Test
    void saysWhenThereIsNoRowOrMoreThanOne() {
        assertThatThrownBy(() -> store.one(BY_ID, Summary.class, "4")).isInstanceOf(RowNotFoundException.class);
        assertThat(store.find(BY_ID, Summary.class, "4")).isEmpty();
        assertThatThrownBy(() -> store.find("select * from order_summary", Summary.class))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void saysWhichColumnIsMissingOrNull() {
        assertThatThrownBy(() -> store.one(BY_ID, Demanding.class, "2"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("nowhere");
        assertThatThrownBy(() -> store.one(BY_ID, Primitive.class, "1"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("total_minor");
    }

    @Test
    void readsWithTheRowWhatItReflects() {
        ReadDatabase.run("insert into antiphon.watermark values"
                + " ('order_summary', '2', 5, now() - interval '1 minute'), ('other', '2', 9, now())");

        Reflected.ask("order_summary", "2");
        var row = store.one(BY_ID, Summary.class, "2");
        store.one(BY_ID, Summary.class, "3");
        var reflected = Reflected.end().orElseThrow();

        assertThat(row.orderId()).isEqualTo("2");
        assertThat(reflected.version()).isEqualTo(5);
        assertThat(reflected.age()).isBetween(Duration.ofMinutes(1), Duration.ofMinutes(2));
        assertThat(Duration.between(reflected.appliedAt(), Instant.now()))
                .isBetween(Duration.ofMinutes(1), Duration.ofMinutes(2));
        assertThat(Reflected.end()).isEmpty();
    }

    @Test
    void readsWhatTheVersionReflectsThatReadersWereSwitchedTo() {
        ReadDatabase.run(
                "insert into antiphon.watermark values ('order_summary', '2', 5), ('order_summary-v2', '2', 6);"
                        + " insert into antiphon.projection_version values ('order_summary', 2, 'order_summary-v2', true)");

        Reflected.ask("order_summary", "2");
        store.one(BY_ID, Summary.class, "2");

        assertThat(Reflected.end().orElseThrow().version()).isEqualTo(6);
    }

    /** The driver prepares a statement that it sees again and again, on a connection that a pool keeps. */
    @Test
    void readsOnWhenTheTableIsExchangedForOneWithOtherColumns() throws SQLException {
        try (var connection = ReadDatabase.empty().getConnection()) {
            ReadDatabase.run("insert into order_summary (order_id, version) values ('7', 1)");
            var pooled = new ReadStore(kept(connection), Duration.ofSeconds(5));
            for (var i = 0; i < 10; i++) {
                assertThat(pooled.list("select * from order_summary where order_id = ?", row -> row.getString(1), "7"))
                        .containsExactly("7");
            }
            ReadDatabase.run("alter table order_summary add column more text");

            assertThat(pooled.list("select * from order_summary where order_id = ?", row -> row.getString(1), "7"))
                    .containsExactly("7");
        }
    }

    private static DataSource kept(Connection connection) {
        var loader = ReadStoreTest.class.getClassLoader();
        var open = (Connection) Proxy.newProxyInstance(
                loader, new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    try {
                        return method.getName().equals("close") ? null : method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        return (DataSource)
                Proxy.newProxyInstance(loader, new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> open);
    }

    @Test
    void tellsNothingOfWhatTheProjectionDoesNotKnow() {
        Reflected.ask("order_summary", "1");

        assertThat(store.one(BY_ID, Summary.class, "1").orderId()).isEqualTo("1");
        assertThat(Reflected.end()).isEmpty();
    }

    @Test
    void endsAStatementThatTakesTooLong() {
        assertThatThrownBy(() -> store.list("select pg_sleep(60)", row -> 1))
                .isInstanceOfSatisfying(
                        ReadFailedException.class,
                        failure -> assertThat(failure.reason()).isEqualTo(ReadFailedException.Reason.TOO_SLOW));
    }

    @Test
    void tellsARefusedStatementFromADatabaseThatIsAway() {
        var nowhere = new PGSimpleDataSource();
        nowhere.setUrl("jdbc:postgresql://127.0.0.1:1/read");
        var away = new ReadStore(nowhere, Duration.ofSeconds(1));

        assertThatThrownBy(() -> store.list("selec 1", row -> 1))
                .isInstanceOfSatisfying(
                        ReadFailedException.class,
                        failure -> assertThat(failure.reason()).isEqualTo(ReadFailedException.Reason.REFUSED));
        assertThatThrownBy(() -> away.list("select 1", row -> 1))
                .isInstanceOfSatisfying(
                        ReadFailedException.class,
                        failure -> assertThat(failure.reason()).isEqualTo(ReadFailedException.Reason.AWAY));
    }

    @Test
    void leavesOutFiltersWithoutAValue() {
        var select = Select.of("select * from order_summary")
                .filter("customer_id = ?", null)
                .filter("status = ?", Status.CONFIRMED)
                .filter("order_id = ?", "2");

        assertThat(store.list(select, Summary.class))
                .extracting(Summary::orderId)
                .containsExactly("2");
    }
}
