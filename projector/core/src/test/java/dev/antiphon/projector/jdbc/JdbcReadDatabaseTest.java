package dev.antiphon.projector.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.antiphon.projector.ReadDatabase;
import dev.antiphon.projector.ReadDatabaseException;
import dev.antiphon.projector.RunningSum;
import dev.antiphon.projector.Strategy;
import dev.antiphon.projector.VersionedRow;
import dev.antiphon.projector.fixture.TestDatabase;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JdbcReadDatabaseTest {

    private static final RunningSum SUM = new RunningSum(
            "ticket_sum", List.of("subject", "day"), List.of("amount", "tickets"), "ticket_sum_part", "ticket_id");
    private static final LocalDate DAY = LocalDate.of(2026, 1, 2);

    @BeforeEach
    void clear() {
        TestDatabase.clear();
    }

    private static void inTransaction(Consumer<ReadDatabase> work) {
        try (var connection = TestDatabase.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            var database = new JdbcReadDatabase(connection, false, new NewRows(null));
            work.accept(database);
            database.complete();
            connection.commit();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void runsBatchesBeforeQueriesAndUpdatesSeeThem() {
        inTransaction(db -> {
            db.batch("insert into ticket (id, subject) values (?, ?)", "1", "a");
            assertThat(db.update("update ticket set subject = ? where id = ?", "b", "1"))
                    .isOne();
            assertThat(db.query("select subject from ticket", row -> row.getString(1)))
                    .containsExactly("b");
        });
        assertThat(TestDatabase.rows("select subject from ticket")).containsExactly("b");
    }

    @Test
    void saysOfEachBatchedRowWhetherItChanged() {
        inTransaction(db -> {
            for (var i = 0; i < 300; i += 3) {
                db.batch(guarded(i, 5));
            }
        });
        inTransaction(db -> {
            var changes = new ArrayList<ReadDatabase.Change>();
            for (var i = 0; i < 300; i++) {
                changes.add(db.batch(guarded(i, i % 2 == 0 ? 5 : 6)));
            }
            var absent = db.batch(guarded(999, 1).onlyIfPresent());
            var present = db.batch(guarded(3, 7).onlyIfPresent());
            for (var i = 0; i < 300; i++) {
                assertThat(changes.get(i).happened()).as("row %d", i).isEqualTo(i % 3 != 0 || i % 2 != 0);
            }
            assertThat(absent.happened()).isFalse();
            assertThat(present.happened()).isTrue();
            assertThat(((JdbcReadDatabase) db).staleRows()).isEqualTo(50);
        });
        assertThat(TestDatabase.rows("select version, count(*) from ticket group by version order by 1"))
                .containsExactly("5|150", "6|149", "7|1");
    }

    private static VersionedRow guarded(int id, long version) {
        return VersionedRow.of("ticket", "id", Integer.toString(id), version).set("total", id);
    }

    @Test
    void takesInstantsDatesEnumsAndNull() {
        var instant = Instant.parse("2026-03-04T05:06:07.123456Z");
        inTransaction(db -> assertThat(db.query(
                        "select ?::timestamptz = '2026-03-04 05:06:07.123456Z', ?::date = '2026-01-02', ?::text, ?::text is null",
                        row -> row.getBoolean(1) + " " + row.getBoolean(2) + " " + row.getString(3) + " "
                                + row.getBoolean(4),
                        instant,
                        DAY,
                        Strategy.VERSION_GUARD,
                        null))
                .containsExactly("true true VERSION_GUARD true"));
    }

    @Test
    void namesTheStatementThatFailed() {
        assertThatExceptionOfType(ReadDatabaseException.class)
                .isThrownBy(() -> inTransaction(db -> db.batch("insert into nowhere values (?)", 1)))
                .withMessageContaining("insert into nowhere");
    }

    @Test
    void tellsWhyInOneLineWithoutValues() {
        var sql = "insert into ticket (id, version, subject)\n  values (?, ?,\n ?) /* " + "long ".repeat(50) + "*/";
        for (var secret : List.of("s3cret", "other")) {
            assertThatExceptionOfType(ReadDatabaseException.class)
                    .isThrownBy(() -> inTransaction(db -> {
                        db.batch(sql, secret, 1, "x");
                        db.batch(sql, secret, 1, "x");
                    }))
                    .withMessageStartingWith(
                            "The statement 'insert into ticket (id, version, subject) values (?, ?, ?)")
                    .withMessageContainingAll("…' failed: ", "duplicate key value violates unique constraint")
                    .withMessageNotContaining(secret)
                    .satisfies(failure -> assertThat(failure.getMessage()).hasLineCount(1));
        }
    }

    @Test
    void guardsRowsByTheirVersion() {
        inTransaction(db -> {
            assertThat(db.upsert(VersionedRow.of("ticket", "id", "1", 2).set("subject", "two")))
                    .isTrue();
            assertThat(db.upsert(VersionedRow.of("ticket", "id", "1", 2).set("subject", "again")))
                    .isFalse();
            assertThat(db.upsert(VersionedRow.of("ticket", "id", "1", 1).set("subject", "one")))
                    .isFalse();
            db.batch(VersionedRow.of("ticket", "id", "1", 3).set("total", 7));
            db.batch(VersionedRow.of("ticket", "id", "1", 4).set("total", 8));
            assertThat(db.upsert(VersionedRow.of("ticket", "id", "1", 4)
                            .set("total", 9)
                            .onlyIfPresent()))
                    .isFalse();
            assertThat(db.upsert(VersionedRow.of("ticket", "id", "2", 1)
                            .set("total", 9)
                            .onlyIfPresent()))
                    .isFalse();
            db.batch(VersionedRow.of("ticket", "id", "1", 5).set("total", 9).onlyIfPresent());
        });
        assertThat(TestDatabase.rows("select subject, total, version from ticket"))
                .containsExactly("two|9|5");
    }

    @Test
    void refusesNamesThatAreNotPlain() {
        assertThatIllegalArgumentException().isThrownBy(() -> VersionedRow.of("ticket; drop table x", "id", "1", 1));
    }

    @Test
    void addsUpAndReverses() {
        inTransaction(db -> {
            db.sum(SUM).contribute("1", List.of("a", DAY), 100, 1);
            db.sum(SUM).contribute("2", List.of("a", DAY), -30, 1);
            db.sum(SUM).contribute("3", List.of("b", DAY), 5, 1);
        });
        assertThat(sums()).containsExactly("a|2026-01-02|70|2", "b|2026-01-02|5|1");

        inTransaction(db -> {
            db.sum(SUM).withdraw("2");
            db.sum(SUM).withdraw("3");
            db.sum(SUM).withdraw("never there");
        });
        assertThat(sums()).containsExactly("a|2026-01-02|100|1");
        assertThat(TestDatabase.rows("select ticket_id from ticket_sum_part")).containsExactly("1");
    }

    @Test
    void replacesAContributionAlsoUnderAnotherKey() {
        inTransaction(db -> db.sum(SUM).contribute("1", List.of("a", DAY), 100, 1));
        inTransaction(db -> db.sum(SUM).contribute("1", List.of("a", DAY), 100, 1));
        assertThat(sums()).containsExactly("a|2026-01-02|100|1");
        inTransaction(db -> db.sum(SUM).contribute("1", List.of("b", DAY), 40, 1));
        assertThat(sums()).containsExactly("b|2026-01-02|40|1");
    }

    @Test
    void letsTheLastCallOfATransactionWin() {
        inTransaction(db -> {
            db.sum(SUM).contribute("1", List.of("a", DAY), 100, 1);
            db.sum(SUM).withdraw("1");
            db.sum(SUM).withdraw("2");
            db.sum(SUM).contribute("2", List.of("a", DAY), 7, 1);
        });
        assertThat(sums()).containsExactly("a|2026-01-02|7|1");
    }

    @Test
    void keepsASumOfZeroWhileAPartOfItIsLeft() {
        inTransaction(db -> {
            db.sum(SUM).contribute("1", List.of("a", DAY), 5, 0);
            db.sum(SUM).contribute("2", List.of("a", DAY), 0, 0);
        });
        inTransaction(db -> db.sum(SUM).withdraw("1"));
        assertThat(sums()).isEqualTo(List.of("a|2026-01-02|0|0"));
        inTransaction(db -> db.sum(SUM).withdraw("2"));
        assertThat(sums()).isEmpty();
    }

    @Test
    void refusesAContributionOfAnotherShape() {
        inTransaction(db -> assertThatIllegalArgumentException()
                .isThrownBy(() -> db.sum(SUM).contribute("1", List.of("a"), 1))
                .withMessageContaining("ticket_sum"));
    }

    private static List<String> sums() {
        return TestDatabase.rows("select subject, day, amount, tickets from ticket_sum order by subject");
    }
}
