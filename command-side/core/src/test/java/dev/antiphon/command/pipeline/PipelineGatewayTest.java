package dev.antiphon.command.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.antiphon.command.Command;
import dev.antiphon.command.CommandGateway;
import dev.antiphon.command.CommandHandler;
import dev.antiphon.command.CommandRefusedException;
import dev.antiphon.command.IdempotencyKey;
import dev.antiphon.command.IfMatch;
import dev.antiphon.command.Refusal;
import dev.antiphon.command.outbox.OutboxEvent;
import dev.antiphon.command.spi.CommandInvocation;
import dev.antiphon.command.spi.CommandMiddleware;
import dev.antiphon.command.spi.Transactions;
import dev.antiphon.command.spi.UncheckedSqlException;
import dev.antiphon.events.EnvelopeFactory;
import dev.antiphon.events.Sensitive;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PipelineGatewayTest {

    record Fill(String shelf, int times) implements Command {}

    record Refill(String shelf, int version, boolean onward) implements Command {}

    /** Loads a shelf that has that many versions already. */
    static final class RefillHandler implements CommandHandler<Refill, Shelf> {

        CommandGateway gateway;

        @Override
        public Shelf handle(Refill command) {
            if (command.onward()) {
                gateway.send(new Refill("inner", 1, false));
            }
            var shelf = new Shelf(command.shelf());
            for (var i = 0; i < command.version(); i++) {
                shelf.fill(1);
            }
            shelf.takeRecorded();
            UnitOfWork.current().loaded(shelf);
            shelf.fill(7);
            return shelf;
        }
    }

    record Nobodys() implements Command {}

    record Charge(String shelf, @Sensitive String card) implements Command {}

    static final class FillHandler implements CommandHandler<Fill, Shelf> {
        @Override
        public Shelf handle(Fill command) {
            var shelf = new Shelf(command.shelf());
            UnitOfWork.current().added(shelf);
            for (var i = 1; i <= command.times(); i++) {
                shelf.fill(i);
            }
            return shelf;
        }
    }

    private final List<String> log = new ArrayList<>();
    private final List<OutboxEvent> appended = new ArrayList<>();
    private final HandlerRegistry handlers = new HandlerRegistry().add(FillHandler.class, new FillHandler());
    private final RefillHandler refill = new RefillHandler();
    private boolean active;

    private final Transactions transactions = new Transactions() {
        @Override
        public boolean isActive() {
            return active;
        }

        @Override
        public <T> T inNew(Supplier<T> work) {
            log.add("begin");
            active = true;
            try {
                var result = work.get();
                log.add("commit");
                return result;
            } catch (RuntimeException e) {
                log.add("rollback");
                throw e;
            } finally {
                active = false;
            }
        }

        @Override
        public void afterCommit(Runnable action) {}
    };

    @AfterEach
    void unbind() {
        IfMatch.unbind();
        IdempotencyKey.unbind();
    }

    private PipelineGateway gateway(CommandMiddleware... steps) {
        var envelopes = new EnvelopeFactory("store", Clock.systemUTC(), List.of());
        return new PipelineGateway(
                List.of(steps), new HandlerStep(handlers, added -> log.add("write"), envelopes, events -> {
                    log.add("append");
                    appended.addAll(events);
                }));
    }

    private CommandMiddleware named(String name) {
        return (invocation, next) -> {
            log.add(name);
            return next.proceed(invocation);
        };
    }

    @Test
    void everyEventOfACommandHasItsOwnConsecutiveVersion() {
        var result = gateway(new TransactionStep(transactions)).send(new Fill("a", 3));

        assertThat(result.id()).isEqualTo("a");
        assertThat(result.aggregateType()).isEqualTo("shelf");
        assertThat(result.version()).isEqualTo(3);
        assertThat(appended)
                .extracting(event -> event.envelope().aggregateVersion())
                .containsExactly(1L, 2L, 3L);
        assertThat(appended).extracting(OutboxEvent::payload).element(2).isEqualTo(new Shelf.Filled(3));
    }

    @Test
    void theChainRunsFromTheOutsideInAndTheOutboxComesLastInTheTransaction() {
        gateway(named("one"), new TransactionStep(transactions), named("two")).send(new Fill("a", 1));

        assertThat(log).containsExactly("one", "begin", "two", "write", "append", "commit");
    }

    @ParameterizedTest
    @ValueSource(strings = {"40001", "40P01", "23505"})
    void aLostRaceIsTriedAgainInANewTransaction(String state) {
        CommandMiddleware loser = (invocation, next) -> {
            if (invocation.attempt() < 3) {
                throw new UncheckedSqlException(new SQLException("lost", state));
            }
            return next.proceed(invocation);
        };

        gateway(new ConflictRetryStep(transactions, 3), new TransactionStep(transactions), loser)
                .send(new Fill("a", 1));

        assertThat(log).containsExactly("begin", "rollback", "begin", "rollback", "begin", "write", "append", "commit");
    }

    @Test
    void whoLosesEveryRaceIsToldSo() {
        CommandMiddleware loser = (invocation, next) -> {
            throw new UncheckedSqlException(new SQLException("lost", "40P01"));
        };
        var gateway = gateway(new ConflictRetryStep(transactions, 2), new TransactionStep(transactions), loser);

        assertThatThrownBy(() -> gateway.send(new Fill("a", 1)))
                .isInstanceOfSatisfying(
                        CommandRefusedException.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(Refusal.CONFLICT));
        assertThat(log).containsExactly("begin", "rollback", "begin", "rollback");
    }

    @Test
    void otherFailuresAreNotTriedAgain() {
        CommandMiddleware broken = (invocation, next) -> {
            throw new UncheckedSqlException(new SQLException("no such table", "42P01"));
        };
        var gateway = gateway(new ConflictRetryStep(transactions, 5), new TransactionStep(transactions), broken);

        assertThatThrownBy(() -> gateway.send(new Fill("a", 1))).isInstanceOf(UncheckedSqlException.class);
        assertThat(log).containsExactly("begin", "rollback");
    }

    @Test
    void aCallersTransactionIsJoinedAndNotTriedAgain() {
        active = true;
        CommandMiddleware loser = (invocation, next) -> {
            throw new UncheckedSqlException(new SQLException("lost", "40P01"));
        };
        var gateway = gateway(new ConflictRetryStep(transactions, 5), new TransactionStep(transactions), loser);

        assertThatThrownBy(() -> gateway.send(new Fill("a", 1))).isInstanceOf(UncheckedSqlException.class);
        assertThat(log).isEmpty();
    }

    /** Rule E8. */
    @Test
    void aFailedCommandIsLoggedWithoutWhatIsSensitive() {
        var logged = new ArrayList<String>();
        var logger = Logger.getLogger(FailureLogStep.class.getName());
        var handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                logged.add(new SimpleFormatter().formatMessage(entry));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        CommandMiddleware broken = (invocation, next) -> {
            throw new IllegalStateException("broken");
        };
        CommandMiddleware refusing = (invocation, next) -> {
            throw CommandRefusedException.rule("no", "No.");
        };

        logger.addHandler(handler);
        try {
            assertThatThrownBy(() -> gateway(new FailureLogStep(), broken).send(new Charge("a", "4111")))
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> gateway(new FailureLogStep(), refusing).send(new Charge("a", "4111")))
                    .isInstanceOf(CommandRefusedException.class);
        } finally {
            logger.removeHandler(handler);
        }

        assertThat(logged)
                .containsExactly(
                        "A command failed and was rolled back (IllegalStateException): Charge[shelf=a, card=***]");
    }

    @Test
    void aVersionThatHasMovedIsRefusedBeforeTheHandlerGoesOn() {
        handlers.add(RefillHandler.class, refill);
        new IfMatch(Set.of(3L, 5L)).bind();

        assertThat(gateway().send(new Refill("a", 5, false)).version()).isEqualTo(6);
        assertThatThrownBy(() -> gateway().send(new Refill("a", 4, false)))
                .isInstanceOfSatisfying(CommandRefusedException.class, refusal -> {
                    assertThat(refusal.reason()).isEqualTo(Refusal.VERSION_MOVED);
                    assertThat(refusal.currentVersion()).isEqualTo(4);
                });
        assertThat(appended).hasSize(1);
    }

    @Test
    void whateverExistsMatchesAnAsteriskAndWhatIsNewMatchesNothing() {
        handlers.add(RefillHandler.class, refill);
        new IfMatch(Set.of()).bind();

        assertThat(gateway().send(new Refill("a", 9, false)).version()).isEqualTo(10);
        assertThatThrownBy(() -> gateway().send(new Fill("a", 1)))
                .isInstanceOfSatisfying(CommandRefusedException.class, refusal -> {
                    assertThat(refusal.reason()).isEqualTo(Refusal.VERSION_MOVED);
                    assertThat(refusal.currentVersion()).isNull();
                });
    }

    @Test
    void keyAndVersionOfARequestAreNotThoseOfACommandThatAHandlerSends() {
        handlers.add(RefillHandler.class, refill);
        var invocations = new ArrayList<CommandInvocation>();
        var gateway = gateway((invocation, next) -> {
            invocations.add(invocation);
            return next.proceed(invocation);
        });
        refill.gateway = gateway;
        new IfMatch(Set.of(4L)).bind();
        new IdempotencyKey("scope", "key").bind();

        assertThat(gateway.send(new Refill("a", 4, true)).version()).isEqualTo(5);
        assertThat(invocations.get(0).idempotencyKey()).isNotNull();
        assertThat(invocations.get(1).idempotencyKey()).isNull();
        assertThat(invocations.get(1).ifMatch()).isNull();
    }

    @Test
    void aCommandWithoutHandlerIsNamed() {
        assertThatThrownBy(() -> gateway().send(new Nobodys()))
                .isInstanceOf(InvalidHandlerException.class)
                .hasMessageContaining("Nobodys");
    }

    @Test
    void aggregatesAreOutOfReachOutsideAHandler() {
        assertThatThrownBy(UnitOfWork::current)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("CommandGateway");
    }
}
