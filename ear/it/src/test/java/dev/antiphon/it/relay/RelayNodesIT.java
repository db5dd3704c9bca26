package dev.antiphon.it.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.antiphon.command.relay.RelayLoop;
import dev.antiphon.command.spi.FaultPoint;
import dev.antiphon.dev.kafka.KafkaProcess;
import dev.antiphon.it.TestServers;
import io.micrometer.core.instrument.Counter;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several nodes on one outbox, under load, with faults: nothing is lost, and each aggregate stays in order. */
class RelayNodesIT {

    private static final Duration LEASE = Duration.ofMillis(600);
    private static final int AGGREGATES = 30;
    private static final int FAULTS = 20;

    private static TestServers servers;

    private Stage stage = new Stage(servers);
    private final List<Node> nodes = new ArrayList<>();
    private final AtomicInteger names = new AtomicInteger();
    private final Map<String, Integer> committed = new HashMap<>();

    @BeforeAll
    static void startServers() {
        servers = TestServers.start();
    }

    @AfterAll
    static void stopServers() {
        servers.close();
    }

    @AfterEach
    void clear() throws SQLException {
        nodes.forEach(Node::end);
        stage.execute("update antiphon.relay_plan set lanes = 16");
        stage.close();
    }

    /** A relay with a thread that wakes it all the time, as timer and commits do; it can die or freeze where it stands. */
    private final class Node implements FaultPoint.Action {

        private enum Fault {
            NONE,
            DIE,
            FREEZE
        }

        private final String name = "n" + names.incrementAndGet();
        private final RelayLoop loop = stage.node(name, LEASE, this);
        private final Thread thread = new Thread(this::run, name);
        private volatile Fault fault = Fault.NONE;
        private volatile boolean ended;
        private final CountDownLatch struck = new CountDownLatch(1);
        private final CountDownLatch thaw = new CountDownLatch(1);

        Node start() {
            thread.start();
            nodes.add(this);
            return this;
        }

        private void run() {
            while (!ended) {
                loop.wake();
                Thread.onSpinWait();
            }
        }

        /** Strikes at the next fault point, before a batch is sent or between its acknowledgement and its mark. */
        void strike(Fault next) throws InterruptedException {
            fault = next;
            assertThat(struck.await(30, TimeUnit.SECONDS)).isTrue();
        }

        @Override
        public void at(FaultPoint point) {
            if (fault == Fault.NONE || struck.getCount() == 0 && fault == Fault.FREEZE) {
                return;
            }
            ended = fault == Fault.DIE;
            struck.countDown();
            if (ended) {
                throw new IllegalStateException("killed at " + point);
            }
            try {
                thaw.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        void thaw() {
            thaw.countDown();
        }

        /** Signs off, as at an undeployment. */
        void stop() {
            end();
            loop.stop(Duration.ofSeconds(5));
            nodes.remove(this);
        }

        void end() {
            ended = true;
            thaw();
            try {
                thread.join(30_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Commits a few events of random aggregates, each with its next versions. */
    private void commitSome(Random random) throws SQLException {
        for (var i = 0; i < 10; i++) {
            var aggregate = "a" + random.nextInt(AGGREGATES);
            var from = committed.getOrDefault(aggregate, 0) + 1;
            var to = from + random.nextInt(3);
            stage.commit(aggregate, from, to);
            committed.put(aggregate, to);
        }
    }

    private void assertAllArrivedInOrder() {
        await().atMost(Duration.ofSeconds(60)).until(() -> stage.unpublished() == 0);
        var found = stage.firstOccurrences();
        assertThat(found.keySet()).isEqualTo(committed.keySet());
        committed.forEach((aggregate, version) ->
                assertThat(found.get(aggregate)).as(aggregate).isEqualTo(Stage.upTo(version)));
    }

    /** Rules S1, E9. */
    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void nodesThatDieAndFreezeAtRandomLoseNothingAndKeepOrder(int count) throws Exception {
        var random = new Random(count);
        for (var i = 0; i < count; i++) {
            new Node().start();
        }
        var frozen = new ArrayList<Node>();
        for (var i = 0; i < FAULTS; i++) {
            commitSome(random);
            var victim = nodes.get(random.nextInt(nodes.size()));
            committing(random, () -> victim.strike(random.nextBoolean() ? Node.Fault.DIE : Node.Fault.FREEZE));
            nodes.remove(victim);
            if (victim.ended) {
                victim.end();
            } else {
                frozen.add(victim);
            }
            new Node().start();
            if (frozen.size() == 2) { // frozen for longer than its lease, and two faults long
                var oldest = frozen.remove(0);
                stage.expire(oldest.name);
                commitSome(random);
                oldest.thaw();
                nodes.add(oldest);
                oldest.end();
                nodes.remove(oldest);
            }
        }
        frozen.forEach(Node::thaw);
        nodes.addAll(frozen);

        assertAllArrivedInOrder();
    }

    private interface Step {
        void run() throws Exception;
    }

    /** Goes on committing until the step is done, so that a node has something to send when it is to be struck. */
    private void committing(Random random, Step step) throws Exception {
        var executor = Executors.newSingleThreadExecutor();
        try {
            var done = executor.submit(() -> {
                step.run();
                return null;
            });
            while (!done.isDone()) {
                commitSome(random);
            }
            done.get();
        } finally {
            executor.shutdownNow();
        }
    }

    /** Nodes come and go in good order while commits go on. */
    @Test
    void lanesMoveBetweenNodesWithoutLosingOrder() throws Exception {
        var random = new Random(7);
        new Node().start();
        for (var i = 0; i < 6; i++) {
            var guest = new Node().start();
            commitUntil(random, () -> stage.owners().size() == 2);
            guest.stop();
            commitUntil(random, () -> stage.owners().size() == 1);
        }
        assertAllArrivedInOrder();
    }

    @Test
    void theNumberOfLanesChangesUnderLoad() throws Exception {
        var random = new Random(11);
        new Node().start();
        new Node().start();
        for (var lanes : List.of(5, 32, 1, 16)) {
            commitUntil(random, () -> stage.owners().size() == 2 || count("lane") == 1);
            stage.execute("update antiphon.relay_plan set lanes = " + lanes);
            commitUntil(random, () -> count("lane") == lanes && count("lane where leased_until > now()") == lanes);
        }
        assertAllArrivedInOrder();
    }

    private int count(String what) {
        return Integer.parseInt(
                stage.query("select count(*) from antiphon." + what).get(0));
    }

    private interface Condition {
        boolean holds() throws SQLException;
    }

    private void commitUntil(Random random, Condition condition) throws SQLException {
        var deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        do {
            assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
            commitSome(random);
        } while (!condition.holds());
    }

    @Test
    void aBrokerThatRestartsUnderLoadLosesNothing() throws Exception {
        var random = new Random(13);
        new Node().start();
        new Node().start();
        for (var i = 0; i < 2; i++) {
            commitSome(random);
            committing(random, () -> {
                servers.kafka().stop();
                servers.kafka().start();
            });
        }
        assertAllArrivedInOrder();
    }

    /** It neither answers nor closes a connection, for longer than any lease and than a batch may take. */
    @Test
    void aBrokerThatFreezesUnderLoadLosesNothing() throws Exception {
        try (var broker = KafkaProcess.alone("freezing", servers.folder().resolve("freezing"))) {
            broker.start();
            stage = new Stage(servers, broker.address());
            var random = new Random(17);
            new Node().start();
            new Node().start();
            commitUntil(random, () -> stage.unpublished() < 10);
            for (var i = 0; i < 2; i++) {
                broker.freeze();
                var gaveUp = failures() + 2;
                commitUntil(random, () -> failures() >= gaveUp);
                broker.thaw();
                commitSome(random);
                await().atMost(Duration.ofSeconds(60)).until(() -> stage.unpublished() == 0);
            }
            assertAllArrivedInOrder();
            nodes.forEach(Node::end);
            nodes.clear();
            stage.close();
        }
    }

    private double failures() {
        return stage.metrics().find("antiphon.relay.failures").counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    /** A commit into a lane of another node wakes that node: nobody else does here. */
    @Test
    void aCommitWakesTheNodeThatHoldsTheLane() throws Exception {
        var executor = Executors.newCachedThreadPool();
        try {
            var lease = Duration.ofSeconds(3);
            var first = stage.node(stage.settings("first", lease), FaultPoint.Action.NONE, executor);
            var second = stage.node(stage.settings("second", lease), FaultPoint.Action.NONE, executor);
            await().untilAsserted(() -> {
                first.tick();
                second.tick();
                assertThat(stage.owners()).containsExactlyInAnyOrder("first 8", "second 8");
            });
            await().until(() -> listeners() == 2);

            for (var i = 1; i <= 20; i++) {
                var aggregate = "woken" + i;
                try (var connection = servers.writeDatabase().getConnection()) {
                    connection.setAutoCommit(false);
                    var hashes = new ArrayList<Integer>();
                    stage.append(connection, stage.topic(), aggregate, 1, 1, "text", hashes::addAll);
                    connection.commit();
                    first.committed(Map.of(hashes.get(0), 1).keySet());
                }
            }
            await().until(() -> stage.unpublished() == 0);
            first.stop(Duration.ofSeconds(5));
            second.stop(Duration.ofSeconds(5));
            assertThat(listeners()).isZero();
        } finally {
            executor.shutdownNow();
        }
    }

    private int listeners() {
        return Integer.parseInt(stage.query("select count(*) from pg_stat_activity where query like 'listen antiphon%'")
                .get(0));
    }
}
