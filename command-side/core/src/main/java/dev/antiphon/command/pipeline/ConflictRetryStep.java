package dev.antiphon.command.pipeline;

import dev.antiphon.command.CommandRefusedException;
import dev.antiphon.command.CommandResult;
import dev.antiphon.command.Refusal;
import dev.antiphon.command.spi.CommandInvocation;
import dev.antiphon.command.spi.CommandMiddleware;
import dev.antiphon.command.spi.Transactions;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tries a command again, each time in a new transaction, when it lost a race: a deadlock, a serialization failure, or
 * two that added the same id. Then {@link Refusal#CONFLICT}. Not inside a caller's own transaction.
 */
public final class ConflictRetryStep implements CommandMiddleware {

    /** serialization_failure, deadlock_detected, unique_violation. */
    private static final Set<String> LOST_RACE = Set.of("40001", "40P01", "23505");

    private final Transactions transactions;
    private final int attempts;

    /**
     * A retry.
     *
     * @param attempts tries in all, at least 1
     */
    public ConflictRetryStep(Transactions transactions, int attempts) {
        this.transactions = transactions;
        this.attempts = attempts;
    }

    @Override
    public CommandResult around(CommandInvocation invocation, Next next) {
        if (transactions.isActive()) {
            return next.proceed(invocation);
        }
        for (var current = invocation; ; current = current.again()) {
            try {
                return next.proceed(current);
            } catch (CommandRefusedException e) {
                throw e;
            } catch (RuntimeException e) {
                if (!isLostRace(e)) {
                    throw e;
                }
                if (current.attempt() >= attempts) {
                    throw CommandRefusedException.because(
                            Refusal.CONFLICT,
                            "conflict",
                            "Other commands on the same aggregate won the race " + attempts
                                    + " times. Nothing has changed; try again.");
                }
            }
        }
    }

    private static boolean isLostRace(Throwable failure) {
        var seen = 0;
        for (@Nullable Throwable cause = failure; cause != null && seen < 20; cause = cause.getCause(), seen++) {
            if (cause instanceof SQLException sql) {
                for (@Nullable SQLException each = sql; each != null; each = each.getNextException()) {
                    if (each.getSQLState() != null && LOST_RACE.contains(each.getSQLState())) {
                        return true;
                    }
                }
            }
        }
        return false;
    }
}
