package dev.antiphon.projector.rebuild;

import static dev.antiphon.projector.fixture.Records.delivery;
import static dev.antiphon.projector.fixture.TestDatabase.rows;
import static dev.antiphon.projector.fixture.TestDatabase.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.antiphon.events.AggregateSnapshot;
import dev.antiphon.events.SnapshotOf;
import dev.antiphon.projector.Projection;
import dev.antiphon.projector.ProjectorOptions;
import dev.antiphon.projector.ReadDatabase;
import dev.antiphon.projector.Strategy;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.fixture.Records;
import dev.antiphon.projector.fixture.TestDatabase;
import dev.antiphon.projector.fixture.TicketEvent;
import dev.antiphon.projector.fixture.TicketEvent.Raised;
import dev.antiphon.projector.fixture.TicketSums;
import dev.antiphon.projector.fixture.Tickets;
import dev.antiphon.projector.jdbc.Advance;
import dev.antiphon.projector.jdbc.Rebuilds;
import dev.antiphon.projector.operation.Projections;
import dev.antiphon.projector.pipeline.Pipeline;
import dev.antiphon.projector.pipeline.Transactions;
import dev.antiphon.projector.snapshots.SnapshotException;
import dev.antiphon.projector.snapshots.SnapshotProgress;
import dev.antiphon.projector.spi.Delivery;
import dev.antiphon.projector.spi.Failure;
import dev.antiphon.projector.spi.FaultPoint;
import dev.antiphon.projector.spi.FaultPoint.Place;
import dev.antiphon.projector.spi.Outcome;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rule S3, on one database that is both sides. */
@Timeout(60)
class RebuildTest {

    private static final RebuildSettings SETTINGS =
            RebuildSettings.defaults().pageSize(10).copyIn(TestDatabase.COPY);

    private final ProjectionDefinition definition = ProjectionDefinition.of(new TicketSums());
    private long position;

    @BeforeEach
    void twentyFiveTicketsAreWritten() {
        TestDatabase.clearToBegin();
        run(
                TestDatabase.dataSource(),
                "insert into written_ticket select 't' || lpad(n::text, 2, '0'), 5, n from generate_series(1, 25) n");
    }

    private List<Rebuilds.State> rebuild(FaultPoint faults) throws SQLException {
        return rebuild(SETTINGS, faults);
    }

    private List<Rebuilds.State> rebuild(RebuildSettings settings, FaultPoint faults) throws SQLException {
        return rebuild(definition, settings, faults);
    }

    private static List<Rebuilds.State> rebuild(
            ProjectionDefinition projection, RebuildSettings settings, FaultPoint faults) throws SQLException {
        return new Rebuild(
                        TestDatabase.dataSource(),
                        TestDatabase.asProjector(),
                        settings,
                        SnapshotProgress.SILENT,
                        faults)
                .run(List.of(projection), false, () -> true);
    }

    private Outcome receive(String ticket, long version) {
        var transactions = new Transactions(
                TestDatabase.asProjector(), definition, "desk-ticket", ProjectorOptions.defaults(), FaultPoint.NONE);
        Delivery delivery = delivery(position, ticket, version, new Raised((int) version * 100));
        var outcome = new Pipeline(definition, transactions, ProjectorOptions.defaults(), List.of())
                .applyAlone(new Advance(Records.TOPIC, 0, "id", position, position + 1), delivery);
        if (!(outcome instanceof Outcome.Postponed)) {
            position++;
        }
        return outcome;
    }

    private static Failure.Kind waits(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Postponed.class);
        return ((Outcome.Postponed) outcome).failure().kind();
    }

    /** Does something the n-th time that a place is reached. */
    private static FaultPoint at(Place place, int time, Runnable action) {
        var times = new AtomicInteger();
        return (reached, projection) -> {
            if (reached == place && times.incrementAndGet() == time) {
                action.run();
            }
        };
    }

    private static void kill() {
        throw new IllegalStateException("killed");
    }

    private static List<String> sums() {
        return rows("select amount, tickets from ticket_sum");
    }

    private static void write(String ticket, long version, int amount) {
        run(
                TestDatabase.dataSource(),
                "update written_ticket set version = " + version + ", amount = " + amount + " where id = '" + ticket
                        + "'");
    }

    @Test
    void copiesRowsThatAreNewAndNoOthers() throws SQLException {
        var copied = new ArrayList<String>();
        var settings = SETTINGS.copyIn((connection, sql, rows) -> {
            copied.add(sql.split(" ")[1]);
            TestDatabase.COPY.run(connection, sql, rows);
        });
        rebuild(settings, FaultPoint.NONE);
        assertThat(copied)
                .containsExactlyInAnyOrderElementsOf(Stream.of("ticket_sum_part", "antiphon.watermark")
                        .flatMap(table -> Collections.nCopies(3, table).stream())
                        .toList());
        assertThat(sums()).containsExactly("325|25");

        rebuild(settings, FaultPoint.NONE);
        assertThat(copied).hasSize(6);
        assertThat(sums()).containsExactly("325|25");
    }

    @Test
    void fillsEmptyTables() throws SQLException {
        var progress = new ArrayList<String>();
        var states = new Rebuild(
                        TestDatabase.dataSource(),
                        TestDatabase.asProjector(),
                        SETTINGS,
                        new SnapshotProgress() {
                            @Override
                            public void begin(String projections, long aggregates) {
                                progress.add(projections + " " + aggregates);
                            }

                            @Override
                            public void advance(long aggregates) {
                                progress.add("" + aggregates);
                            }

                            @Override
                            public void end() {
                                progress.add("end");
                            }
                        },
                        FaultPoint.NONE)
                .run(List.of(definition), false, () -> true);

        assertThat(sums()).containsExactly("325|25");
        assertThat(rows("select count(*), min(aggregate_version) from antiphon.watermark"))
                .containsExactly("25|5");
        assertThat(states).singleElement().satisfies(state -> {
            assertThat(state.finishedAt()).isNotNull();
            assertThat(state.applied()).isEqualTo(25);
        });
        assertThat(progress).containsExactly("ticket 25", "10", "10", "5", "end");
    }

    @ParameterizedTest
    @EnumSource(
            value = Place.class,
            names = {"AFTER_CLAIM_BEFORE_PAGE", "AFTER_PAGE_BEFORE_EFFECT", "AFTER_EFFECT_BEFORE_COMMIT", "AFTER_PAGE"})
    void killedAtAnyPlaceItGoesOnThere(Place place) throws SQLException {
        for (var page = 1; page <= 3; page++) {
            twentyFiveTicketsAreWritten();
            var killed = at(place, page, RebuildTest::kill);
            assertThatExceptionOfType(RuntimeException.class)
                    .isThrownBy(() -> rebuild(killed))
                    .withMessageContaining("killed");
            var states = rebuild(FaultPoint.NONE);

            assertThat(sums()).containsExactly("325|25");
            assertThat(states.get(0).applied()).isEqualTo(25);
        }
    }

    /** Ids up to t10 are done, those up to t20 are claimed, those behind are not yet. */
    @Test
    void eventsAreAppliedOnceWhereverTheRebuildIs() throws SQLException {
        var outcomes = new ArrayList<Outcome>();
        rebuild(at(Place.AFTER_CLAIM_BEFORE_PAGE, 2, () -> {
            for (var ticket : List.of("t05", "t15", "t25")) {
                outcomes.add(receive(ticket, 5));
            }
            outcomes.add(receive("t05", 6));
            outcomes.add(receive("t05", 8));
            write("t25", 6, 600);
            outcomes.add(receive("t25", 6));
        }));

        assertThat(outcomes.get(0)).isEqualTo(new Outcome.Duplicate());
        assertThat(waits(outcomes.get(1))).isEqualTo(Failure.Kind.CONTENDED);
        assertThat(outcomes.get(2)).isEqualTo(new Outcome.Covered());
        assertThat(outcomes.get(3)).isEqualTo(new Outcome.Applied());
        assertThat(waits(outcomes.get(4))).isEqualTo(Failure.Kind.GAP);
        assertThat(outcomes.get(5)).isEqualTo(new Outcome.Covered());
        assertThat(receive("t15", 5)).isEqualTo(new Outcome.Duplicate());
        assertThat(receive("t25", 7)).isEqualTo(new Outcome.Applied());
        assertThat(waits(receive("t26", 2))).isEqualTo(Failure.Kind.GAP);
        assertThat(sums()).containsExactly((325 - 5 + 600 - 25 + 700) + "|25");
    }

    /** It froze with what it had read; meanwhile a consumer has left a newer event to the rebuild to come. */
    @Test
    void aClaimThatWasTakenBackWritesNothingAndIsReadAgain() throws SQLException {
        var outcomes = new ArrayList<Outcome>();
        var impatient = new RebuildSettings(10, 0, Duration.ZERO, Duration.ofMinutes(1), TestDatabase.COPY);
        var states = rebuild(impatient, at(Place.AFTER_PAGE_BEFORE_EFFECT, 2, () -> {
            write("t15", 6, 600);
            outcomes.add(receive("t15", 6));
        }));

        assertThat(outcomes).containsExactly(new Outcome.Covered());
        assertThat(receive("t15", 7)).isEqualTo(new Outcome.Applied());
        assertThat(sums()).containsExactly((325 - 15 + 700) + "|25");
        assertThat(states.get(0).applied()).isEqualTo(25);
    }

    @Test
    void writesAnewWhatIsThereButNothingOlder() throws SQLException {
        rebuild(FaultPoint.NONE);
        run(TestDatabase.dataSource(), "update ticket_sum_part set amount = 70 where ticket_id = 't07'");
        run(TestDatabase.dataSource(), "update ticket_sum set amount = amount + 63");
        assertThat(receive("t08", 6)).isEqualTo(new Outcome.Applied());

        var state = rebuild(FaultPoint.NONE).get(0);

        assertThat(state.applied()).isEqualTo(24);
        assertThat(state.ahead()).isOne();
        assertThat(sums()).containsExactly((325 - 8 + 600) + "|25");
    }

    @Test
    void isStoppedAndGoesOn() throws SQLException {
        var rebuilds = new Rebuilds(TestDatabase.asProjector());
        var state = rebuild(at(Place.AFTER_PAGE, 1, () -> stop(rebuilds))).get(0);
        assertThat(state.finishedAt()).isNull();
        assertThat(state.doneTo()).isEqualTo("t10");
        assertThat(receive("t20", 5)).isEqualTo(new Outcome.Covered());

        assertThat(rebuild(FaultPoint.NONE).get(0).applied()).isEqualTo(25);
        assertThat(sums()).containsExactly("325|25");
    }

    private static void stop(Rebuilds rebuilds) {
        try {
            assertThat(rebuilds.stop("ticket")).isTrue();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void runsOnceAtATimeAndAlsoWhileEventsArePaused() throws SQLException {
        new Projections(TestDatabase.asProjector()).pause("ticket", "its tables are made");
        rebuild(at(
                Place.AFTER_PAGE,
                1,
                () -> assertThatExceptionOfType(SnapshotException.class)
                        .isThrownBy(() -> rebuild(FaultPoint.NONE))
                        .withMessageContaining("just being rebuilt")));
        assertThat(sums()).containsExactly("325|25");
        assertThat(waits(receive("t01", 6))).isEqualTo(Failure.Kind.PAUSED);
    }

    @Test
    void saysWhereItFailedAndGoesOnThere() throws SQLException {
        write("t13", 5, -1);
        assertThatExceptionOfType(SnapshotException.class)
                .isThrownBy(() -> rebuild(FaultPoint.NONE))
                .withMessageContainingAll("'ticket'", "behind 't10'", "below zero", "run the rebuild again");
        write("t13", 5, 13);
        assertThat(rebuild(FaultPoint.NONE).get(0).applied()).isEqualTo(25);
        assertThat(sums()).containsExactly("325|25");
    }

    @SnapshotOf(value = TicketEvent.class, view = "stray_ticket")
    record Stray(String aggregateId, long aggregateVersion) implements AggregateSnapshot {}

    /** Notes what it is given. */
    @Projection(name = "stray", events = TicketEvent.class, strategy = Strategy.VERSION_GUARD, tables = "ticket")
    public static class Strays {

        final List<String> seen = new ArrayList<>();

        public void on(Raised event, ReadDatabase db) {}

        public void from(Stray stray, ReadDatabase db) {
            seen.add(stray.aggregateId());
        }
    }

    private static void withView(String sql, Strays strays) throws SQLException {
        run(
                TestDatabase.dataSource(),
                "create table stray_table " + sql,
                "create view stray_ticket as table stray_table");
        run(TestDatabase.dataSource(), "grant select on stray_ticket to test_projector");
        try {
            rebuild(ProjectionDefinition.of(strays), SETTINGS, FaultPoint.NONE);
        } finally {
            run(TestDatabase.dataSource(), "drop table stray_table cascade");
        }
    }

    @Test
    void readsUuidsAndTextOfAnyAlphabetInOrder() throws SQLException {
        var strays = new Strays();
        withView("(aggregate_id uuid primary key, aggregate_version bigint not null default 1)", strays);
        assertThat(strays.seen).isEmpty();
        withView(
                "(aggregate_id uuid primary key, aggregate_version bigint not null default 1);"
                        + " insert into stray_table select gen_random_uuid() from generate_series(1, 35)",
                strays);
        assertThat(strays.seen).hasSize(35).isSorted().doesNotHaveDuplicates();
        strays.seen.clear();
        run(TestDatabase.dataSource(), "truncate antiphon.rebuild, antiphon.watermark");
        withView(
                "(aggregate_id text collate \"C\" primary key, aggregate_version bigint not null default 1);"
                        + " insert into stray_table select chr(n) from generate_series(64, 65000, 977) n where n not between 55000 and 58000;"
                        + " insert into stray_table values ('\ud83d\ude00'), ('\uffee')",
                strays);
        assertThat(strays.seen).endsWith("\uffee", "\ud83d\ude00").doesNotHaveDuplicates();
    }

    @Test
    void saysWhatIsWrongWithTheView() {
        assertThatExceptionOfType(SnapshotException.class)
                .isThrownBy(() -> rebuild(ProjectionDefinition.of(new Strays()), SETTINGS, FaultPoint.NONE))
                .withMessageContainingAll("no view stray_ticket", "Stray");
        assertThatExceptionOfType(SnapshotException.class)
                .isThrownBy(() -> withView(
                        "(aggregate_id text collate \"und-x-icu\" primary key, aggregate_version bigint)",
                        new Strays()))
                .withMessageContainingAll("stray_ticket", "order of its bytes", "collate \"C\"");
        assertThatExceptionOfType(SnapshotException.class)
                .isThrownBy(() -> withView(
                        "(aggregate_id text collate \"C\" primary key); insert into stray_table values ('1')",
                        new Strays()))
                .withMessageContainingAll("no column aggregate_version");
        assertThatExceptionOfType(SnapshotException.class)
                .isThrownBy(() -> rebuild(ProjectionDefinition.of(new Tickets()), SETTINGS, FaultPoint.NONE))
                .withMessageContainingAll("'ticket' can neither be rebuilt nor verified", "snapshot");
    }
}
