package dev.antiphon.it.relay;

import static dev.antiphon.it.Topics.header;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.antiphon.command.relay.RelayLoop;
import dev.antiphon.command.spi.FaultPoint;
import dev.antiphon.dev.postgres.Databases;
import dev.antiphon.dev.postgres.EmbeddedPostgres;
import dev.antiphon.dev.postgres.Migrations;
import dev.antiphon.dev.postgres.Roles;
import dev.antiphon.dev.process.Ports;
import dev.antiphon.events.Headers;
import dev.antiphon.it.Artifacts;
import dev.antiphon.it.TestServers;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** The relay against a real database and a real broker, with faults at named points. */
class RelayIT {

    /** Longer than a busy machine needs for one look. */
    private static final Duration LEASE = Duration.ofSeconds(2);

    private static TestServers servers;

    private final Stage stage = new Stage(servers);

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
        stage.close();
    }

    /** Rules E1, E2, E9. */
    @Test
    void sendsEachAggregateInOrderWithAllHeadersAndTheTextByteForByte() throws SQLException {
        var text = "Ünï 😀 \" \\ \n line";
        stage.commit(stage.topic(), "a", 1, 120, text);
        stage.commit(stage.topic(), "b", 1, 3, text);

        stage.node("n1").wake();

        assertThat(stage.unpublished()).isZero();
        assertThat(stage.firstOccurrences().get("a")).isSorted().hasSize(120);
        assertThat(stage.firstOccurrences().get("b")).containsExactly(1, 2, 3);
        for (var record : stage.onTopic()) {
            var headers = new HashMap<String, String>();
            record.headers().forEach(each -> headers.put(each.key(), new String(each.value())));
            var envelope = Headers.read(record.key(), headers::get);
            assertThat(envelope.publishedAt()).isAfterOrEqualTo(envelope.occurredAt());
            assertThat(envelope.sourceService()).isEqualTo("relay-it");
            assertThat(new String(record.value(), UTF_8))
                    .isEqualTo(
                            "{\"number\":" + envelope.aggregateVersion() + ",\"text\":\"Ünï 😀 \\\" \\\\ \\n line\"}");
        }
    }

    /** Rule S1: an id that commits late is not missed, since nothing asks for "the ids after the last one". */
    @Test
    void anIdThatCommitsLateIsNotMissed() throws SQLException {
        var relay = stage.node("n1");
        try (var late = servers.writeDatabase().getConnection()) {
            late.setAutoCommit(false);
            stage.append(late, stage.topic(), "late", 1, 1, "text");
            stage.commit("early", 1, 1);
            relay.wake();
            assertThat(stage.firstOccurrences()).containsOnlyKeys("early");

            late.commit();
        }
        relay.wake();
        assertThat(stage.firstOccurrences()).containsOnlyKeys("early", "late");
    }

    @Test
    void whatWasAcknowledgedButNotMarkedIsSentAgainByTheNodeThatTakesOver() throws SQLException {
        stage.commit("a", 1, 10);
        stage.node("dies", LEASE, point -> {
                    if (point == FaultPoint.AFTER_ACK_BEFORE_MARK) {
                        throw new IllegalStateException("killed here");
                    }
                })
                .wake();
        assertThat(stage.onTopic()).hasSize(10);
        assertThat(stage.unpublished()).isEqualTo(10);

        var successor = stage.node("successor", LEASE, FaultPoint.Action.NONE);
        await().untilAsserted(() -> {
            successor.wake();
            assertThat(stage.unpublished()).isZero();
        });

        assertThat(stage.onTopic()).hasSize(20);
        assertThat(stage.firstOccurrences().get("a")).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        assertThat(stage.onTopic().stream()
                        .map(each -> header(each, Headers.EVENT_ID))
                        .collect(Collectors.toSet()))
                .as("a repeated event keeps its id")
                .hasSize(10);
    }

    /** The fence: an owner that was replaced while it was frozen can mark nothing. */
    @Test
    void aFencedOwnerMarksNothing() throws SQLException {
        stage.commit("a", 1, 5);
        var successor = new AtomicReference<RelayLoop>();
        var fenced = stage.node("fenced", Duration.ofSeconds(30), point -> {
            if (point == FaultPoint.AFTER_ACK_BEFORE_MARK && successor.get() == null) {
                stage.expire("fenced");
                successor.set(stage.node("successor", Duration.ofSeconds(30), where -> {
                    if (where == FaultPoint.BEFORE_SEND) {
                        throw new IllegalStateException("has the lanes, sends nothing yet");
                    }
                }));
                successor.get().wake();
            }
        });

        fenced.wake();

        assertThat(stage.query("select distinct owner from antiphon.lane")).containsExactly("successor");
        assertThat(stage.unpublished()).isEqualTo(5);
    }

    @Test
    void nodesShareTheLanesAndGetThemBack() {
        var first = stage.node("n1", LEASE, FaultPoint.Action.NONE);
        first.wake();
        assertThat(stage.owners()).containsExactly("n1 16");

        var second = stage.node("n2", LEASE, FaultPoint.Action.NONE);
        await().untilAsserted(() -> {
            first.wake();
            second.wake();
            assertThat(stage.owners()).containsExactlyInAnyOrder("n1 8", "n2 8");
        });

        second.stop(Duration.ofSeconds(1));
        await().untilAsserted(() -> {
            first.wake();
            assertThat(stage.owners()).containsExactly("n1 16");
        });
    }

    /** Rule S1: a broker that is away loses nothing, and the relay drains by itself when it is back. */
    @Test
    void whileTheBrokerIsAwayEventsWait() throws SQLException {
        var relay = stage.node("n1");
        stage.commit("a", 1, 2);
        relay.wake();
        servers.kafka().stop();
        try {
            stage.commit("a", 3, 4);
            var stuck = new AtomicBoolean();
            var thread = new Thread(() -> {
                relay.wake();
                stuck.set(true);
            });
            thread.start();
            assertThat(stage.unpublished()).isEqualTo(2);
            servers.kafka().start();
            await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                relay.wake();
                assertThat(stage.unpublished()).isZero();
            });
            await().untilTrue(stuck);
        } finally {
            servers.kafka().start();
        }

        assertThat(stage.firstOccurrences().get("a")).containsExactly(1, 2, 3, 4);
    }

    @Test
    void publishedRowsGoAfterTheirRetentionAndOthersStay() throws SQLException {
        var relay = stage.relay(stage.settings("n1", Duration.ofSeconds(30)), FaultPoint.Action.NONE);
        stage.commit("a", 1, 3);
        new RelayLoop(relay, servers.writeDatabase(), Runnable::run).wake();
        stage.commit("a", 4, 4);
        stage.execute("update antiphon.outbox set published_at = now() - interval '2 hours' where id in"
                + " (select id from antiphon.outbox order by id limit 2)");

        assertThat(relay.clean(() -> true)).isEqualTo(2);
        assertThat(stage.query("select count(*) from antiphon.outbox")).containsExactly("2");
        assertThat(stage.unpublished()).isEqualTo(1);
    }

    /** As a dump does it that is restored into a new cluster: ids go on, transaction ids start again. */
    @Test
    void anOutboxThatIsRestoredElsewhereGoesOn() throws Exception {
        stage.commit("a", 1, 100);
        var current = new AtomicReference<>(servers.writeDatabase());
        var relay = new RelayLoop(
                stage.relay(switching(current), stage.settings("n1", Duration.ofSeconds(30)), FaultPoint.Action.NONE),
                switching(current),
                Runnable::run);
        relay.wake();
        stage.commit("a", 101, 103);

        var elsewhere = EmbeddedPostgres.on(servers.folder().resolve("elsewhere"), Artifacts.cache());
        try (elsewhere) {
            elsewhere.start();
            var databases = Databases.createIn(elsewhere, Roles.development());
            Migrations.ofReferenceApplication().apply(databases);
            Restore.copy(servers, databases);
            current.set(away());
            relay.wake();
            var restored = new PGSimpleDataSource();
            restored.setUrl(databases.writeUrl());
            restored.setUser(databases.roles().command().user());
            restored.setPassword(databases.roles().command().password());
            current.set(restored);
            try (var connection = restored.getConnection()) {
                connection.setAutoCommit(false);
                stage.append(connection, stage.topic(), "a", 104, 106, "text");
                connection.commit();
            }

            await().untilAsserted(() -> {
                relay.wake();
                assertThat(stage.firstOccurrences().get("a")).isEqualTo(Stage.upTo(106));
            });
            current.set(servers.writeDatabase());
        }
    }

    private static DataSource switching(AtomicReference<DataSource> current) {
        return (DataSource) Proxy.newProxyInstance(
                RelayIT.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    try {
                        return method.invoke(current.get(), arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static DataSource away() {
        var away = new PGSimpleDataSource();
        away.setURL("jdbc:postgresql://127.0.0.1:" + Ports.free() + "/write");
        return away;
    }
}
