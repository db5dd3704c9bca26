package dev.antiphon.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
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
