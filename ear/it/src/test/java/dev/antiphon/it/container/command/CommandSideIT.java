package dev.antiphon.it.container.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.antiphon.command.Command;
import dev.antiphon.command.CommandGateway;
import dev.antiphon.command.CommandRefusedException;
import dev.antiphon.command.IdempotencyKey;
import dev.antiphon.command.IfMatch;
import dev.antiphon.command.Refusal;
import dev.antiphon.command.ee.CommandSide;
import dev.antiphon.command.ee.JtaTransactions;
import dev.antiphon.command.outbox.JdbcOutbox;
import dev.antiphon.it.container.OnServer;
import dev.antiphon.it.container.TestWar;
import jakarta.inject.Inject;
import jakarta.transaction.Status;
import jakarta.transaction.UserTransaction;
import jakarta.validation.ConstraintViolationException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** The binding of the command side inside the server: JTA over JPA and JDBC, timer, managed executor. */
@OnServer
class CommandSideIT {

    @Deployment
    static WebArchive war() {
        return TestWar.of("command-side")
                .addPackage(CommandSideIT.class.getPackage())
                .addAsResource("container/command/persistence.xml", "META-INF/persistence.xml");
    }

    @Inject
    CommandGateway gateway;

    @Inject
    CommandSide side;

    @Inject
    JtaTransactions transactions;

    @Inject
    UserTransaction userTransaction;

    private List<String> query(String sql, String id) {
        try (var connection = TestWar.dataSource("jdbc/write").getConnection();
                var statement = connection.prepareStatement(sql)) {
            statement.setString(1, id);
            var rows = new ArrayList<String>();
            try (var result = statement.executeQuery()) {
                while (result.next()) {
                    rows.add(result.getString(1));
                }
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<String> notes(String id) {
        return query("select text || ' ' || version from note where id = ?", id);
    }

    private List<String> eventVersions(String id) {
        return query(
                "select headers::json ->> 'Aggregate-Version' from antiphon.outbox where aggregate_id = ? order by id",
                id);
    }

    /** Rule S1. */
    @Test
    void aggregateAndEventsCommitTogetherEachEventWithItsOwnVersion() {
        var result = gateway.send(new CreateNote("together", List.of("a", "b", "c")));

        assertThat(result.version()).isEqualTo(3);
        assertThat(notes("together")).containsExactly("c 3");
        assertThat(eventVersions("together")).containsExactly("1", "2", "3");
    }

    /** Rule S1. */
    @Test
    void aRollbackLeavesNeitherAggregateNorEvents() {
        assertThatThrownBy(() -> gateway.send(new CreateNote("undone", List.of(FailAfterOutbox.MARK))))
                .hasMessage(FailAfterOutbox.MARK);

        assertThat(notes("undone")).isEmpty();
        assertThat(eventVersions("undone")).isEmpty();
        assertThat(transactions.isActive()).isFalse();
    }

    /** Rule S1. */
    @Test
    void aCallersTransactionDecidesOverBoth() throws Exception {
        userTransaction.begin();
        gateway.send(new CreateNote("joined", List.of("a")));
        userTransaction.rollback();
        assertThat(notes("joined")).isEmpty();
        assertThat(eventVersions("joined")).isEmpty();

        userTransaction.begin();
        gateway.send(new CreateNote("joined", List.of("a")));
        assertThat(userTransaction.getStatus()).isEqualTo(Status.STATUS_ACTIVE);
        userTransaction.commit();
        assertThat(notes("joined")).containsExactly("a 1");
        assertThat(eventVersions("joined")).containsExactly("1");
    }

    /** Rule S1. */
    @Test
    void theOutboxWithoutATransactionIsAnError() {
        var outbox = new JdbcOutbox(TestWar.dataSource("jdbc/write"), transactions, hashes -> {}, 900 << 10);

        assertThatThrownBy(() -> outbox.append(List.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("active transaction");
    }

    @Test
    void aViolatedRuleOfTheCommandStopsItBeforeAnything() {
        assertThatThrownBy(() -> gateway.send(new CreateNote(" ", List.of())))
                .isInstanceOf(ConstraintViolationException.class);
    }

    @Test
    void anIdThatIsTakenAndOneThatIsMissingAreRefused() {
        gateway.send(new CreateNote("taken", List.of("a")));

        refused(Refusal.ALREADY_EXISTS, new CreateNote("taken", List.of("b")));
        refused(Refusal.NOT_FOUND, new AppendNote("missing", "a"));
        assertThat(notes("taken")).containsExactly("a 1");
        assertThat(eventVersions("taken")).containsExactly("1");
    }

    private void refused(Refusal reason, Command command) {
        assertThatThrownBy(() -> gateway.send(command))
                .isInstanceOfSatisfying(
                        CommandRefusedException.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(reason));
    }

    @Test
    void commandsOnOneAggregateAtOnceAllCountAndTheirVersionsHaveNoHole() throws Exception {
        gateway.send(new CreateNote("busy", List.of("0")));

        var running = new ArrayList<Future<?>>();
        for (var thread = 0; thread < 4; thread++) {
            running.add(TestWar.executor().submit(() -> {
                for (var i = 0; i < 25; i++) {
                    gateway.send(new AppendNote("busy", "x"));
                }
            }));
        }
        for (var each : running) {
            each.get();
        }

        assertThat(notes("busy")).containsExactly("x 101");
        assertThat(eventVersions("busy")).hasSize(101).last().isEqualTo("101");
        assertThat(eventVersions("busy")).doesNotHaveDuplicates();
    }

    @Test
    void twoThatCreateTheSameAtOnceMakeItOnce() throws Exception {
        var running = new ArrayList<Future<String>>();
        for (var thread = 0; thread < 4; thread++) {
            running.add(TestWar.executor().submit(() -> {
                try {
                    return "made "
                            + gateway.send(new CreateNote("race", List.of("a"))).version();
                } catch (CommandRefusedException e) {
                    return e.code();
                }
            }));
        }
        var outcomes = new ArrayList<String>();
        for (var each : running) {
            outcomes.add(each.get());
        }

        assertThat(outcomes).containsExactlyInAnyOrder("made 1", "already-exists", "already-exists", "already-exists");
        assertThat(eventVersions("race")).containsExactly("1");
    }

    @Test
    void aRepeatedRequestTakesEffectOnce() {
        new IdempotencyKey("test", "key-1").bind();
        try {
            gateway.send(new CreateNote("once", List.of("a")));
            var again = gateway.send(new CreateNote("once", List.of("a")));

            assertThat(again.replayed()).isTrue();
            assertThat(again.version()).isEqualTo(1);
            refused(Refusal.KEY_REUSED, new CreateNote("once", List.of("other")));
        } finally {
            IdempotencyKey.unbind();
        }
        assertThat(eventVersions("once")).containsExactly("1");
    }

    @Test
    void whileTheFirstIsRunningTheSecondIsToldSo() throws Exception {
        var key = new IdempotencyKey("test", "key-2");
        userTransaction.begin();
        bound(key, new CreateNote("slow", List.of("a")));

        var second = TestWar.executor().submit(() -> {
            refusedWith(key, Refusal.IN_PROGRESS, new CreateNote("slow", List.of("a")));
            return true;
        });
        assertThat(second.get()).isTrue();

        userTransaction.rollback();
        bound(key, new CreateNote("slow", List.of("a")));
        assertThat(eventVersions("slow")).containsExactly("1");
    }

    private void bound(IdempotencyKey key, Command command) {
        key.bind();
        try {
            gateway.send(command);
        } finally {
            IdempotencyKey.unbind();
        }
    }

    private void refusedWith(IdempotencyKey key, Refusal reason, Command command) {
        key.bind();
        try {
            refused(reason, command);
        } finally {
            IdempotencyKey.unbind();
        }
    }

    @Test
    void anEventThatIsTooLargeStopsItsCommandAndStoresNothing() {
        refused(Refusal.EVENT_TOO_LARGE, new CreateNote("large", List.of("a", "\u20ac".repeat(310_000))));
        assertThat(notes("large")).isEmpty();
        assertThat(eventVersions("large")).isEmpty();

        gateway.send(new CreateNote("large", List.of("\u20ac".repeat(300_000))));
        assertThat(eventVersions("large")).containsExactly("1");
    }

    @Test
    void aVersionThatHasMovedIsRefusedAndARepeatedRequestIsNot() {
        gateway.send(new CreateNote("moved", List.of("a", "b")));
        new IfMatch(Set.of(1L)).bind();
        try {
            refused(Refusal.VERSION_MOVED, new AppendNote("moved", "c"));
            refusedWith(new IdempotencyKey("test", "key-3"), Refusal.VERSION_MOVED, new AppendNote("moved", "c"));
            refused(Refusal.NOT_FOUND, new AppendNote("missing", "c"));

            new IfMatch(Set.of(2L)).bind();
            var key = new IdempotencyKey("test", "key-3");
            bound(key, new AppendNote("moved", "c"));
            bound(key, new AppendNote("moved", "c"));
            refused(Refusal.VERSION_MOVED, new AppendNote("moved", "c"));
        } finally {
            IfMatch.unbind();
        }
        assertThat(notes("moved")).containsExactly("c 3");
        assertThat(eventVersions("moved")).containsExactly("1", "2", "3");
    }

    @Test
    void whatIsCommittedIsSentAndMarked() {
        gateway.send(new CreateNote("sent", List.of("a", "b")));

        await().atMost(Duration.ofSeconds(30))
                .until(() -> query(
                                        "select id::text from antiphon.outbox where aggregate_id = ? and published_at is not null",
                                        "sent")
                                .size()
                        == 2);
        assertThat(side.relay().failing()).isNull();
    }
}
