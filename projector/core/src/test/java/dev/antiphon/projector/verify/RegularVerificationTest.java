package dev.antiphon.projector.verify;

import static dev.antiphon.projector.fixture.TestDatabase.rows;
import static dev.antiphon.projector.fixture.TestDatabase.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.fixture.BreakableDataSource;
import dev.antiphon.projector.fixture.TestDatabase;
import dev.antiphon.projector.snapshots.SnapshotProgress;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Verifications that come by themselves, of a table that has none of the two tickets in it. */
@Timeout(60)
class RegularVerificationTest {

    private static final Duration OFTEN = Duration.ofMillis(50);
    private static final Duration BOUND = Duration.ofSeconds(5);

    private final ProjectionDefinition projection = ProjectionDefinition.of(new VerificationTest.Tickets());
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<RegularVerification> started = new ArrayList<>();

    @BeforeEach
    void twoTicketsAreMissing() {
        TestDatabase.clearToBegin();
        run(TestDatabase.dataSource(), "insert into written_ticket values ('a', 1, 10), ('b', 1, 20)");
    }

    @AfterEach
    void stop() {
        started.forEach(each -> each.stop(BOUND));
        threads.shutdownNow();
    }

    private RegularVerification start(
            DataSource readDatabase, Duration interval, TopicEnds ends, SimpleMeterRegistry registry) {
        var regular = new RegularVerification(
                TestDatabase.dataSource(),
                readDatabase,
                () -> ends,
                List.of(projection),
                interval,
                VerifySettings.defaults(),
                new VerificationMetrics(registry));
        started.add(regular);
        regular.start(threads);
        return regular;
    }

    private static double drift(SimpleMeterRegistry registry, String kind) {
        var gauge = registry.find("antiphon.projection.drift").tag("kind", kind).gauge();
        return gauge == null ? -1 : gauge.value();
    }

    private void mend() {
        var mending = new Verification(
                TestDatabase.dataSource(),
                TestDatabase.asProjector(),
                topic -> Map.of(),
                VerifySettings.defaults().heal(true),
                SnapshotProgress.SILENT,
                threads);
        await().ignoreExceptions()
                .untilAsserted(() ->
                        assertThat(mending.run(List.of(projection), () -> true)).hasSize(1));
    }

    @Test
    void tellsWhatIsDifferentUntilItIsMended() {
        start(TestDatabase.asProjector(), OFTEN, topic -> Map.of(), meters);
        await().untilAsserted(() -> assertThat(drift(meters, "missing")).isEqualTo(2));
        assertThat(meters.get("antiphon.projection.verified.aggregates").gauge().value())
                .isEqualTo(2);
        assertThat(rows("select * from ticket")).isEmpty();
        mend();
        await().untilAsserted(() -> assertThat(drift(meters, "missing")).isZero());
        run(TestDatabase.dataSource(), "update ticket set total = 0 where id = 'b'");
        await().untilAsserted(() -> assertThat(drift(meters, "wrong")).isEqualTo(1));
    }

    @Test
    void oneOfAllNodesDoesItAndAllTell() {
        var verifications = new AtomicInteger();
        var other = new SimpleMeterRegistry();
        TopicEnds counting = topic -> {
            verifications.incrementAndGet();
            return Map.of();
        };
        start(TestDatabase.asProjector(), Duration.ofSeconds(3), counting, meters);
        start(TestDatabase.asProjector(), Duration.ofSeconds(3), counting, other);
        await().untilAsserted(() -> {
            assertThat(drift(meters, "missing")).isEqualTo(2);
            assertThat(drift(other, "missing")).isEqualTo(2);
        });
        assertThat(verifications).hasValue(1);
    }

    @Test
    void endsAtOnceThoughItWaitsForEvents() throws InterruptedException {
        var waiting = new CountDownLatch(1);
        var regular = start(
                TestDatabase.asProjector(),
                OFTEN,
                topic -> {
                    waiting.countDown();
                    return Map.of(0, new TopicEnds.Range(0, 1));
                },
                meters);
        waiting.await();
        assertThat(regular.stop(BOUND)).isTrue();
        assertThat(rows("select * from antiphon.verification")).isEmpty();
        assertThat(meters.getMeters()).isEmpty();
    }

    @Test
    void goesOnWhenTheDatabaseIsBack() {
        var database = new BreakableDataSource();
        database.away.set(true);
        start(database.dataSource(), OFTEN, topic -> Map.of(), meters);
        await().until(() -> database.refused.get() > 1);
        assertThat(meters.getMeters()).isEmpty();
        database.away.set(false);
        await().untilAsserted(() -> assertThat(drift(meters, "missing")).isEqualTo(2));
    }
}
