package dev.antiphon.projector.versions;

import static dev.antiphon.projector.fixture.TestDatabase.rows;
import static dev.antiphon.projector.fixture.TestDatabase.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import dev.antiphon.projector.InvalidProjectionException;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.fixture.TestDatabase;
import dev.antiphon.projector.jdbc.ProjectionVersions;
import dev.antiphon.projector.jdbc.SchemaCheck;
import dev.antiphon.projector.operation.Projections;
import dev.antiphon.projector.rebuild.Rebuild;
import dev.antiphon.projector.rebuild.RebuildSettings;
import dev.antiphon.projector.snapshots.ProjectionLocks;
import dev.antiphon.projector.snapshots.SnapshotProgress;
import dev.antiphon.projector.spi.FaultPoint;
import dev.antiphon.projector.spi.FaultPoint.Place;
import dev.antiphon.projector.spi.Outcome;
import dev.antiphon.projector.verify.TopicEnds;
import dev.antiphon.projector.verify.Verification;
import dev.antiphon.projector.verify.VerifySettings;
import dev.antiphon.projector.versions.VersionSwitch.Switched;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Two versions of a projection beside each other; readers are those who find a table without naming its schema. */
@Timeout(60)
class VersionSwitchTest {

    private static final SwitchSettings SETTINGS =
            new SwitchSettings(Duration.ofSeconds(1), Duration.ofMillis(50), Duration.ofMillis(300));

    private VersionedTickets tickets;

    @BeforeEach
    void twoVersions() throws SQLException {
        tickets = VersionedTickets.beside();
        tickets.raise("a", 1, 10);
        tickets.raise("b", 1, 20);
    }

    @AfterEach
    void end() {
        VersionedTickets.end();
    }

    private static Switched switchTo(int version) throws SQLException {
        return switchTo(version, FaultPoint.NONE);
    }

    private static Switched switchTo(int version, FaultPoint faults) throws SQLException {
        return new VersionSwitch(TestDatabase.dataSource(), SETTINGS, faults).run("ticket", version);
    }

    private static void refused(int version, String... reasons) {
        var before = everything();
        assertThatExceptionOfType(VersionException.class)
                .isThrownBy(() -> switchTo(version))
                .satisfies(e -> assertThat(e.getMessage()).contains(reasons));
        assertThat(everything()).isEqualTo(before);
    }

    private static FaultPoint at(Place place, Runnable action) {
        return (reached, projection) -> {
            if (reached == place) {
                action.run();
            }
        };
    }

    private static List<String> everything() {
        return rows("""
                select n.nspname, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
                 where c.relname = 'ticket'
                union all select key, active::text from antiphon.projection_version
                union all select projection, aggregate_id || aggregate_version from antiphon.change
                order by 1, 2""");
    }

    private static List<String> first(String schema) {
        return rows("select id, total from " + schema + ".ticket order by id");
    }

    private static List<String> second(String schema) {
        return rows("select id, doubled from " + schema + ".ticket order by id");
    }

    private static void change(String sql) {
        run(TestDatabase.dataSource(), sql);
    }

    /** Waits until somebody waits for a version that is held. */
    private static void awaitWaiting() {
        await().until(() -> !rows("select pid from pg_locks where locktype = 'advisory' and not granted")
                .isEmpty());
    }

    @Test
    void readersSeeTheOtherVersionAndEachGoesOnWithItsOwnTables() throws SQLException {
        assertThat(first("public")).containsExactly("a|10", "b|20");
        assertThat(second("ticket_v2")).containsExactly("a|20", "b|40");

        assertThat(switchTo(2)).isEqualTo(new Switched(1, 2, true));
        tickets.raise("a", 2, 11);
        assertThat(second("public")).containsExactly("a|22", "b|40");
        assertThat(first("ticket_v1")).containsExactly("a|11", "b|20");
        assertThat(switchTo(2)).isEqualTo(new Switched(2, 2, false));

        assertThat(switchTo(1)).isEqualTo(new Switched(2, 1, true));
        tickets.raise("b", 2, 21);
        assertThat(first("public")).containsExactly("a|11", "b|21");
        assertThat(second("ticket_v2")).containsExactly("a|22", "b|42");
    }

    @Test
    void eachChangeIsToldOnceInOrderHoweverFarTheVersionsAre() throws SQLException {
        tickets.second.raise("a", 2, 11);
        tickets.second.raise("a", 3, 12);
        switchTo(2);
        tickets.second.raise("a", 4, 13);
        tickets.first.raise("a", 2, 11);
        tickets.first.raise("a", 3, 12);
        tickets.first.raise("a", 4, 13);
        tickets.first.raise("a", 5, 14);
        switchTo(1);
        tickets.raise("b", 2, 21);
        tickets.second.raise("a", 5, 14);
        tickets.raise("a", 6, 15);

        assertThat(rows("select aggregate_id, aggregate_version, event_type from antiphon.change"
                        + " where projection = 'ticket' order by aggregate_id, id"))
                .containsExactly(
                        "a|1|ticket.raised",
                        "a|2|ticket.raised",
                        "a|3|ticket.raised",
                        "a|4|ticket.raised",
                        "a|5|ticket.raised",
                        "a|6|ticket.raised",
                        "b|1|ticket.raised",
                        "b|2|ticket.raised");
    }

    @Test
    void aChangeThatIsNoLongerKeptIsToldOfAnAggregateThatWasParkedInTheOldVersion() throws SQLException {
        change("insert into antiphon.parked_aggregate (projection, aggregate_id, kind, reason)"
                + " values ('ticket', 'a', 'handler', 'x')");
        tickets.second.raise("a", 2, 11);
        tickets.second.raise("a", 3, 12);
        change("delete from antiphon.change where aggregate_version > 1");
        switchTo(2);

        assertThat(rows("select aggregate_version, event_type from antiphon.change"
                        + " where projection = 'ticket' and aggregate_id = 'a' order by id"))
                .containsExactly("1|ticket.raised", "3|snapshot");
    }

    @ParameterizedTest
    @EnumSource(
            value = Place.class,
            names = {"AFTER_HOLD_BEFORE_MOVE", "AFTER_MOVE_BEFORE_COMMIT"})
    void killedAnywhereNothingHasHappenedAndItCanBeRunAgain(Place place) throws SQLException {
        tickets.second.raise("a", 2, 11);
        var before = everything();
        assertThatIllegalStateException()
                .isThrownBy(() -> switchTo(2, at(place, () -> {
                    throw new IllegalStateException("killed");
                })));

        assertThat(everything()).isEqualTo(before);
        tickets.first.raise("a", 2, 11);
        assertThat(first("public")).containsExactly("a|11", "b|20");
        assertThat(switchTo(2).changed()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = Place.class,
            names = {"AFTER_HOLD_BEFORE_MOVE", "AFTER_MOVE_BEFORE_COMMIT"})
    void aTransactionThatBeginsMeanwhileWritesItsOwnTables(Place place) throws Exception {
        var threads = Executors.newFixedThreadPool(2);
        try {
            var applied = new CompletableFuture<Outcome>();
            switchTo(2, at(place, () -> {
                threads.execute(() -> applied.complete(tickets.first.raise("a", 2, 11)));
                awaitWaiting();
            }));

            assertThat(applied.get()).isInstanceOf(Outcome.Applied.class);
            assertThat(first("ticket_v1")).containsExactly("a|11", "b|20");
            assertThat(second("public")).containsExactly("a|20", "b|40");
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void theOldVersionIsHeldUntilTheNewOneHasPassedIt() throws Exception {
        tickets.first.raise("a", 2, 11);
        refused(2, "Version 2 of projection 'ticket' has not passed version 1 within 1000 ms", "antiphon lag");

        var switched = new CompletableFuture<Switched>();
        var threads = Executors.newFixedThreadPool(2);
        try {
            threads.execute(() -> {
                try {
                    switched.complete(
                            new VersionSwitch(TestDatabase.dataSource(), SwitchSettings.defaults(), FaultPoint.NONE)
                                    .run("ticket", 2));
                } catch (Exception e) {
                    switched.completeExceptionally(e);
                }
            });
            await().until(() -> !rows("select pid from pg_locks where locktype = 'advisory' and granted"
                            + " and mode = 'ExclusiveLock' and objid = (hashtextextended('antiphon.projection ticket', 0)"
                            + " & x'ffffffff'::bigint)::oid")
                    .isEmpty());
            tickets.second.raise("a", 2, 11);
            assertThat(switched.get().changed()).isTrue();
        } finally {
            threads.shutdownNow();
        }
        assertThat(second("public")).containsExactly("a|22", "b|40");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "drop table ticket_v2.ticket; lacks tables: ticket_v2.ticket; antiphon migrate",
                "drop schema ticket_v2 cascade; lacks tables: ticket_v2.ticket; antiphon migrate",
                "grant select on public.ticket to test_query; grant select on ticket_v2.ticket to test_query; As their owner",
                "insert into antiphon.rebuild (projection) values ('ticket-v2'); is not filled yet; antiphon rebuild ticket",
                "insert into antiphon.paused_projection values ('ticket-v2', 'why'); is paused: why; projections resume ticket-v2",
                "insert into antiphon.parked_aggregate (projection, aggregate_id, kind, reason) values ('ticket-v2', 'a', 'gap', 'x'); has 1 parked aggregates; antiphon dlq",
                "delete from antiphon.position where projection = 'ticket-v2'; No projector has begun to read with version 2; Deploy",
                "update antiphon.position set next_offset = 5000 where projection = 'ticket'; is still 4998 records behind version 1; antiphon lag",
                "update antiphon.watermark set aggregate_version = 0 where projection = 'ticket-v2' and aggregate_id = 'b'; has not passed version 1; antiphon rebuild ticket",
                "delete from antiphon.watermark where projection = 'ticket-v2' and aggregate_id = 'b'; has not passed version 1; antiphon rebuild ticket",
                "update antiphon.projection_version set read_tables = '{}' where version = 2; Nobody has told the tables of version 2; Deploy",
                "update antiphon.projection_version set read_tables = '{reports.ticket}' where version = 2; names its table reports.ticket with a schema; Leave the schema away",
            })
    void refusesWhatReadersWouldMissAndSaysWhatToDo(String damage, String reason, String advice) {
        try {
            change(damage);
            refused(2, reason, advice);
        } finally {
            change("revoke all on public.ticket from test_query");
        }
    }

    @Test
    void refusesAVersionThatThereIsNot() {
        refused(3, "There is no version 3 of projection 'ticket'; there are: 1, 2", "deploy the war");
        assertThatExceptionOfType(VersionException.class)
                .isThrownBy(() ->
                        new VersionSwitch(TestDatabase.dataSource(), SETTINGS, FaultPoint.NONE).run("ticket-v2", 2))
                .withMessageContaining("There is no projection 'ticket-v2'");
    }

    @Test
    void whatTheWriteStoreNoLongerHadWhenItWasFilledNeedNotBeThere() throws SQLException {
        change("delete from antiphon.watermark where projection = 'ticket-v2' and aggregate_id = 'b'");
        change("insert into antiphon.rebuild (projection, finished_at) values ('ticket-v2', now())");
        assertThat(switchTo(2).changed()).isTrue();
    }

    @Test
    void ofTwoOperatorsOneIsToldSo() throws SQLException {
        var told = new CompletableFuture<String>();
        switchTo(2, at(Place.AFTER_HOLD_BEFORE_MOVE, () -> {
            try {
                switchTo(2);
            } catch (VersionException | SQLException e) {
                told.complete(e.getMessage());
            }
        }));
        assertThat(told).isCompletedWithValueMatching(message -> message.contains("Somebody else is just switching"));
    }

    @Test
    void givesWayToReadersAndSaysWhoTheyAre() throws SQLException {
        try (var reader = TestDatabase.dataSource().getConnection();
                var statement = reader.createStatement()) {
            reader.setAutoCommit(false);
            statement.execute("select count(*) from public.ticket");
            refused(2, "are in use for too long, by postgres (process ", "switch again");
            statement.execute("select count(*) from public.ticket");
            reader.rollback();
        }
        assertThat(switchTo(2).changed()).isTrue();
    }

    @Test
    void waitsForNoVerification() throws SQLException {
        try (var locks = new ProjectionLocks(TestDatabase.asProjector())) {
            locks.keepInPlace("ticket");
            refused(2, "Version 1 of projection 'ticket' is just being verified");
        }
    }

    @Test
    void aRebuildGoesOnOverASwitchInTheTablesOfItsVersion() throws SQLException {
        change("insert into written_ticket select 'x' || n, 1, n from generate_series(1, 9) n");
        var switched = new AtomicBoolean();
        rebuild(tickets.second.definition, FaultPoint.NONE);
        rebuild(tickets.first.definition, at(Place.AFTER_PAGE_BEFORE_EFFECT, () -> {
            if (switched.compareAndSet(false, true)) {
                try {
                    switchTo(2);
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            }
        }));

        assertThat(switched).isTrue();
        assertThat(rows("select count(*), sum(total) from ticket_v1.ticket where id like 'x%'"))
                .containsExactly("9|45");
        assertThat(rows("select count(*), sum(doubled) from public.ticket where id like 'x%'"))
                .containsExactly("9|90");
    }

    private static void rebuild(ProjectionDefinition projection, FaultPoint faults) throws SQLException {
        new Rebuild(
                        TestDatabase.dataSource(),
                        TestDatabase.asProjector(),
                        RebuildSettings.defaults().pageSize(2),
                        SnapshotProgress.SILENT,
                        faults)
                .run(List.of(projection), false, () -> true);
    }

    @Test
    void bothVersionsCanBeVerifiedAndMended() throws SQLException {
        change("insert into written_ticket values ('a', 1, 10), ('b', 1, 20)");
        var threads = Executors.newCachedThreadPool();
        try {
            for (var active : List.of(1, 2)) {
                switchTo(active);
                change("update public.ticket set version = 1");
                for (var each : List.of(tickets.first.definition, tickets.second.definition)) {
                    var schema = each.version() == active ? "public" : "ticket_v" + each.version();
                    var verification = new Verification(
                            TestDatabase.dataSource(),
                            TestDatabase.asProjector(),
                            topic -> Map.of(0, new TopicEnds.Range(0, 0)),
                            VerifySettings.defaults().heal(true),
                            SnapshotProgress.SILENT,
                            threads);
                    assertThat(verification
                                    .run(List.of(each), () -> true)
                                    .get(0)
                                    .drift())
                            .isEmpty();
                    change("delete from " + schema + ".ticket where id = 'a'");
                    assertThat(verification
                                    .run(List.of(each), () -> true)
                                    .get(0)
                                    .healed())
                            .isOne();
                    assertThat(rows("select id from " + schema + ".ticket order by id"))
                            .containsExactly("a", "b");
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void theStateOfEachVersionIsListed() throws SQLException {
        assertThat(states()).containsExactly("ticket active", "ticket-v2 empty");
        change("insert into antiphon.rebuild (projection) values ('ticket-v2')");
        assertThat(states()).containsExactly("ticket active", "ticket-v2 filling");
        change("update antiphon.rebuild set finished_at = now()");
        assertThat(states()).containsExactly("ticket active", "ticket-v2 ready");
        change("update antiphon.position set next_offset = 5000 where projection = 'ticket'");
        assertThat(states()).containsExactly("ticket active", "ticket-v2 catching up 4998");
        change("update antiphon.position set next_offset = 5000 where projection = 'ticket-v2'");
        switchTo(2);
        assertThat(states()).containsExactly("ticket old", "ticket-v2 active");
    }

    private static List<String> states() throws SQLException {
        return new Projections(TestDatabase.asProjector())
                .list().stream()
                        .map(each -> each.projection() + " " + each.stage()
                                + (each.behind() == 0 ? "" : " " + each.behind()))
                        .toList();
    }

    @Test
    void onAFreshDatabaseReadersAreSwitchedToTheOnlyVersionThatThereIs() throws SQLException {
        TestDatabase.clear();
        ProjectionVersions.note(TestDatabase.asProjector(), tickets.second.definition);
        assertThat(switchTo(2)).isEqualTo(new Switched(1, 2, true));
        assertThat(rows("select n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace"
                        + " where c.relname = 'ticket' order by 1"))
                .containsExactly("public", "ticket_v1");
    }

    @Test
    void aVersionWhoseTablesAreNotInItsSchemaIsNotDeployed() throws SQLException {
        SchemaCheck.check(TestDatabase.asProjector(), List.of(tickets.first.definition, tickets.second.definition));
        change("drop schema ticket_v2 cascade");
        assertThatExceptionOfType(InvalidProjectionException.class)
                .isThrownBy(() -> SchemaCheck.check(TestDatabase.asProjector(), List.of(tickets.second.definition)))
                .withMessageContaining("table ticket_v2.ticket of projection 'ticket-v2'")
                .withMessageContaining("antiphon migrate");
    }
}
