package dev.antiphon.projector.verify;

import static dev.antiphon.projector.fixture.TestDatabase.rows;
import static dev.antiphon.projector.fixture.TestDatabase.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.antiphon.projector.Projection;
import dev.antiphon.projector.ReadDatabase;
import dev.antiphon.projector.RunningSum;
import dev.antiphon.projector.Strategy;
import dev.antiphon.projector.VersionedRow;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.fixture.Records;
import dev.antiphon.projector.fixture.TestDatabase;
import dev.antiphon.projector.fixture.TicketEvent;
import dev.antiphon.projector.fixture.TicketEvent.Raised;
import dev.antiphon.projector.fixture.TicketEvent.Ticket;
import dev.antiphon.projector.fixture.TicketSums;
import dev.antiphon.projector.rebuild.Rebuild;
import dev.antiphon.projector.rebuild.RebuildSettings;
import dev.antiphon.projector.snapshots.SnapshotException;
import dev.antiphon.projector.snapshots.SnapshotProgress;
import dev.antiphon.projector.spi.FaultPoint;
import dev.antiphon.projector.verify.Drift.Kind;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is different is found and mended, what is only under way is not; on one database that is both sides. */
@Timeout(60)
class VerificationTest {

    private static final VerifySettings SETTINGS = VerifySettings.defaults()
            .pageSize(10)
            .patience(Duration.ofSeconds(5))
            .copyIn(TestDatabase.COPY);
    private static final TopicEnds NOTHING_UNDER_WAY = topic -> Map.of(0, new TopicEnds.Range(0, 0));

    /** A table that a snapshot fills row by row, and a table of sums. */
    @Projection(
            name = "ticket",
            events = TicketEvent.class,
            strategy = Strategy.PROCESSED_EVENT,
            tables = {"ticket", "ticket_sum", "ticket_sum_part"})
    public static class Tickets {

        private static final RunningSum SUM = new RunningSum(
                "ticket_sum", List.of("subject", "day"), List.of("amount", "tickets"), "ticket_sum_part", "ticket_id");

        public void on(Raised event, ReadDatabase db) {}

        public void from(Ticket ticket, ReadDatabase db) {
            db.batch(VersionedRow.of("ticket", "id", ticket.aggregateId(), ticket.aggregateVersion())
                    .set("subject", "it's")
                    .set("total", ticket.amount()));
            db.sum(SUM).contribute(ticket.aggregateId(), List.of("all", LocalDate.EPOCH), ticket.amount(), 1);
        }
    }

    private final ProjectionDefinition definition = ProjectionDefinition.of(new Tickets());
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @BeforeEach
    void twentyFiveTicketsAreProjected() throws SQLException {
        TestDatabase.clearToBegin();
        run(
                TestDatabase.dataSource(),
                "insert into written_ticket select 't' || lpad(n::text, 2, '0'), 5, n from generate_series(1, 25) n");
        new Rebuild(
                        TestDatabase.dataSource(),
                        TestDatabase.asProjector(),
                        RebuildSettings.defaults(),
                        SnapshotProgress.SILENT,
                        FaultPoint.NONE)
                .run(List.of(definition), false, () -> true);
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private VerifyReport verify(VerifySettings settings, TopicEnds ends) throws SQLException {
        return verify(definition, settings, ends);
    }

    private VerifyReport verify(ProjectionDefinition projection, VerifySettings settings, TopicEnds ends)
            throws SQLException {
        return new Verification(
                        TestDatabase.dataSource(),
                        TestDatabase.asProjector(),
                        ends,
                        settings,
                        SnapshotProgress.SILENT,
                        threads)
                .run(List.of(projection), () -> true)
                .get(0);
    }

    private VerifyReport verify() throws SQLException {
        return verify(SETTINGS, NOTHING_UNDER_WAY);
    }

    private static void change(String sql) {
        run(TestDatabase.dataSource(), sql);
    }

    private static List<String> everything() {
        return rows("""
                select 'row', id, total::text, version::text, calls::text from ticket
                union all select 'part', ticket_id, amount::text, tickets::text, day::text from ticket_sum_part
                union all select 'sum', subject, amount::text, tickets::text, day::text from ticket_sum
                union all select 'seen', aggregate_id, aggregate_version::text, '', '' from antiphon.watermark
                order by 1, 2""");
    }

    @Test
    void whatAgreesIsNoDrift() throws SQLException {
        var report = verify();
        assertThat(report.drift()).isEmpty();
        assertThat(report.compared()).isEqualTo(25);
        assertThat(report.undecided()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "WRONG;   total is 8, not 7;     update ticket set total = 8 where id = 't07'",
                "WRONG;   version is 4, not 5;   update ticket set version = 4 where id = 't07'",
                "WRONG;   'subject is null, not it''s'; update ticket set subject = null where id = 't07'",
                "WRONG;   amount is 9, not 7;    update ticket_sum_part set amount = 9 where ticket_id = 't07'",
                "WRONG;   amount is 1, but its parts are 325; update ticket_sum set amount = 1",
                "MISSING; '';                    delete from ticket where id = 't25'",
                "MISSING; '';                    delete from ticket_sum_part where ticket_id = 't01'",
                "MISSING; 'amount is missing, but its parts are 325; tickets is missing, but its parts are 25';"
                        + "delete from ticket_sum",
                "MISSING; version 0, not 5;      delete from antiphon.watermark where aggregate_id = 't10'",
                "STALE;   version 3, not 5;      update antiphon.watermark set aggregate_version = 3 where aggregate_id = 't10'",
                "SURPLUS; '';                    insert into ticket (id) values ('t99')",
                "SURPLUS; '';                    insert into ticket_sum_part values ('a', 'b', 'epoch', 3, 1)",
                "SURPLUS; amount is 3, but its parts are 0; insert into ticket_sum values ('b', 'epoch', 3, 0)",
                "SURPLUS; '';                    delete from written_ticket where id = 't11'",
            })
    void eachDifferenceIsFoundToldAndMended(Kind kind, String detail, String damage) throws SQLException {
        change(damage);
        var found = verify();
        assertThat(found.drift()).containsKey(kind);
        assertThat(found.told()).anySatisfy(drift -> {
            assertThat(drift.kind()).isEqualTo(kind);
            assertThat(drift.detail()).isEqualTo(detail);
        });
        assertThat(found.healed()).isZero();

        var mended = verify(SETTINGS.heal(true), NOTHING_UNDER_WAY);
        assertThat(mended.healed()).isPositive();
        assertThat(verify().drift()).isEmpty();
        assertThat(rows("select sum(amount), sum(tickets) from ticket_sum"))
                .isEqualTo(rows("select sum(amount), count(*) from written_ticket"));
    }

    @Test
    void mendsWhatIsWrongAndNothingElse() throws SQLException {
        var before = everything();
        change("update ticket set calls = 1 where id = 't01'"); // found too: a snapshot says 0
        change("update ticket set total = 0 where id in ('t03', 't04')");
        change("delete from ticket_sum_part where ticket_id = 't05'");
        change("update ticket_sum set tickets = 0");
        change("insert into ticket (id) values ('t98')");
        var untouched = rows("select xmin, id from ticket where id > 't05' and id < 't98' order by id");

        var report = verify(SETTINGS.heal(true), NOTHING_UNDER_WAY);

        assertThat(report.healed()).isEqualTo(6);
        assertThat(everything()).isEqualTo(before);
        assertThat(rows("select xmin, id from ticket where id > 't05' order by id"))
                .isEqualTo(untouched);
    }

    @Test
    void whatIsStillInTheOutboxIsUnderWay() throws SQLException {
        change("update written_ticket set version = 6, amount = 100 where id = 't10'");
        change("insert into antiphon.unsent_event values (1, 'shop.test.ticket', 't10')");
        var looks = new AtomicInteger();
        var report = verify(SETTINGS.patience(Duration.ofMillis(300)), topic -> {
            looks.incrementAndGet();
            return Map.of();
        });
        assertThat(report.drift()).isEmpty();
        assertThat(report.undecided()).isEqualTo(1);
        assertThat(report.why()).contains("outbox");
        assertThat(looks).hasValue(0);
    }

    @Test
    void whatTheProjectionHasNotPassedYetIsUnderWay() throws SQLException {
        change("update written_ticket set version = 6, amount = 100 where id = 't10'");
        var behind = verify(SETTINGS.patience(Duration.ofMillis(300)), topic -> Map.of(0, new TopicEnds.Range(0, 1)));
        assertThat(behind.drift()).isEmpty();
        assertThat(behind.undecided()).isEqualTo(1);
        assertThat(behind.why()).contains("has not come to the end of topic " + Records.TOPIC);

        var silent = verify(SETTINGS, topic -> {
            throw new TimeoutException("nobody there");
        });
        assertThat(silent.drift()).isEmpty();
        assertThat(silent.why()).contains("nobody there");
    }

    @Test
    void anEventThatArrivesWhileItWaitsIsNoDrift() throws SQLException {
        change("update written_ticket set version = 6, amount = 100 where id = 't10'");
        var report = verify(SETTINGS, topic -> {
            change("update ticket set total = 100, version = 6 where id = 't10'");
            change("update ticket_sum_part set amount = 100 where ticket_id = 't10'");
            change("update ticket_sum set amount = amount + 90");
            change("update antiphon.watermark set aggregate_version = 6 where aggregate_id = 't10'");
            return Map.of();
        });
        assertThat(report.drift()).isEmpty();
        assertThat(report.undecided()).isZero();
    }

    @Test
    void anEventThatHasGonePastWithoutEffectIsDrift() throws SQLException {
        change("update written_ticket set version = 6, amount = 100 where id = 't10'");
        change("update antiphon.position set next_offset = 7");
        var report = verify(SETTINGS.heal(true), topic -> Map.of(0, new TopicEnds.Range(0, 7)));
        assertThat(report.drift()).containsExactly(Map.entry(Kind.STALE, 1L));
        assertThat(rows("select total, version from ticket where id = 't10'")).containsExactly("100|6");
        assertThat(rows("select aggregate_version from antiphon.watermark where aggregate_id = 't10'"))
                .containsExactly("6");
    }

    @Test
    void anAggregateThatNeverRestsIsNotBehind() throws SQLException {
        change("update written_ticket set version = version + 1 where id = 't10'");
        var report = verify(SETTINGS, topic -> {
            change(
                    "update antiphon.watermark w set aggregate_version = (select version from written_ticket t where t.id"
                            + " = w.aggregate_id) where aggregate_id = 't10'");
            change("update written_ticket set version = version + 1 where id = 't10'");
            return Map.of();
        });
        assertThat(report.drift()).isEmpty();
        assertThat(report.undecided()).isZero();
    }

    @Test
    void aWriteStoreThatKnowsLessIsToldAndLeftAlone() throws SQLException {
        change("update written_ticket set version = 3, amount = 0 where id = 't10'");
        var before = everything();
        var report = verify(SETTINGS.heal(true), NOTHING_UNDER_WAY);
        assertThat(report.drift()).containsExactly(Map.entry(Kind.AHEAD, 1L));
        assertThat(everything()).isEqualTo(before);
    }

    @Test
    void anAggregateThatIsWrittenMeanwhileIsNotSurplus() throws SQLException {
        var report = verify(SETTINGS.heal(true), NOTHING_UNDER_WAY);
        assertThat(report.drift()).isEmpty();
        change("insert into ticket (id, total, version, subject) values ('a', 1, 1, 'it''s')");
        var late = verify(SETTINGS.heal(true), topic -> {
            change("insert into written_ticket values ('a', 1, 1)");
            change("insert into antiphon.watermark values ('ticket', 'a', 1)");
            change("insert into ticket_sum_part values ('a', 'all', 'epoch', 1, 1)");
            change("update ticket_sum set amount = amount + 1, tickets = tickets + 1");
            return Map.of();
        });
        assertThat(late.drift()).isEmpty();
        assertThat(rows("select count(*) from ticket")).containsExactly("26");
    }

    @Test
    void mendingAParkedAggregateEndsItsParking() throws SQLException {
        change("update written_ticket set version = 6, amount = 100 where id = 't10'");
        change("insert into antiphon.parked_aggregate values ('ticket', 't10', 'ticket', 'handler', 'broken')");
        change("""
                insert into antiphon.dead_letter (projection, consumer, topic, topic_id, partition, record_offset, record_time,
                    header_names, header_values, aggregate_id, aggregate_version, event_id, sort_version, kind, reason, attempts)
                values ('ticket', 'c', 'shop.test.ticket', 'id', 0, 0, now(), '{}', '{}', 't10', 6, 'e', 6, 'handler', 'r', 1)""");
        assertThat(verify(SETTINGS.heal(true), NOTHING_UNDER_WAY).drift()).containsKey(Kind.STALE);
        assertThat(rows("select count(*) from antiphon.parked_aggregate")).containsExactly("0");
        assertThat(rows("select action from antiphon.dead_letter_audit")).containsExactly("covered");
        assertThat(verify().drift()).isEmpty();
    }

    @Test
    void countsAllAndTellsTheFirst() throws SQLException {
        change("truncate ticket");
        var report = verify();
        assertThat(report.drift()).containsExactly(Map.entry(Kind.MISSING, 25L));
        assertThat(report.told()).hasSize(20);
        assertThat(verify(SETTINGS.heal(true), NOTHING_UNDER_WAY).healed()).isEqualTo(25);
        assertThat(verify().drift()).isEmpty();
    }

    /** Whose handler for snapshots goes outside of what it has declared. */
    @Projection(name = "ticket", events = TicketEvent.class, strategy = Strategy.PROCESSED_EVENT)
    public static class Outside {

        static String sql = "";

        public void on(Raised event, ReadDatabase db) {}

        public void from(Ticket ticket, ReadDatabase db) {
            db.update(sql, ticket.aggregateId());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "insert into public.ticket (id) values (?);             read-only transaction",
                "delete from ticket_sum_part where ticket_id = ?;      read-only transaction",
                "insert into ticket (id) values ('another' || ?);      @Projection(idColumn)",
                "insert into nothing (id) values (?);                  does not exist",
            })
    void aMethodThatWritesElsewhereChangesNothing(String sql, String said) {
        Outside.sql = sql;
        var before = everything();
        assertThatExceptionOfType(SnapshotException.class)
                .isThrownBy(() -> verify(ProjectionDefinition.of(new Outside()), SETTINGS, NOTHING_UNDER_WAY))
                .withMessageContainingAll("'ticket'", said);
        assertThat(everything()).isEqualTo(before);
    }

    @Test
    void doesNotJudgeWhatIsBeingRebuilt() {
        change("update antiphon.rebuild set finished_at = null");
        assertThatExceptionOfType(SnapshotException.class)
                .isThrownBy(this::verify)
                .withMessageContaining("antiphon rebuild ticket");
    }

    @Test
    void leavesNoCopiesBehind() throws SQLException {
        verify();
        assertThat(rows("select count(*) from pg_class where relpersistence = 't' and relname like '%ticket%'"))
                .containsExactly("0");
    }

    @Test
    void sumsAloneAreVerifiedByTheirDeclaration() throws SQLException {
        change("delete from written_ticket");
        var report = verify(ProjectionDefinition.of(new TicketSums()), SETTINGS.heal(true), NOTHING_UNDER_WAY);
        assertThat(report.drift()).containsExactly(Map.entry(Kind.SURPLUS, 25L));
        assertThat(rows("select * from ticket_sum")).isEmpty();
    }
}
