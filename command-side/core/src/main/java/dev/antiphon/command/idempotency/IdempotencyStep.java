package dev.antiphon.command.idempotency;

import dev.antiphon.command.CommandRefusedException;
import dev.antiphon.command.CommandResult;
import dev.antiphon.command.IdempotencyKey;
import dev.antiphon.command.Refusal;
import dev.antiphon.command.spi.CommandInvocation;
import dev.antiphon.command.spi.CommandMiddleware;
import dev.antiphon.command.spi.Transactions;
import dev.antiphon.events.EventJson;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request that is sent again with the same {@code Idempotency-Key} takes effect once.
 *
 * <p>"Still running" is a lock of the transaction, freed by death, so a client whose request died half-way can repeat at
 * once. The outcome commits with the command. A refusal by a rule of the domain is kept too, in a transaction of its own
 * since the command's is rolled back; conflicts and failures never are.
 */
public final class IdempotencyStep implements CommandMiddleware {

    private final Transactions transactions;
    private final IdempotencyStore store;

    public IdempotencyStep(Transactions transactions, IdempotencyStore store) {
        this.transactions = transactions;
        this.store = store;
    }

    @Override
    public CommandResult around(CommandInvocation invocation, Next next) {
        var key = invocation.idempotencyKey();
        if (key == null) {
            return next.proceed(invocation);
        }
        var fingerprint =
                Fingerprint.of(invocation.command().getClass().getName() + ' ' + EventJson.write(invocation.command()));
        if (transactions.isActive()) {
            return once(key, fingerprint, invocation, next);
        }
        try {
            return transactions.inNew(() -> once(key, fingerprint, invocation, next));
        } catch (CommandRefusedException refusal) {
            if (refusal.reason() == Refusal.RULE && !refusal.replayed()) {
                var earlier = transactions.inNew(() -> Optional.ofNullable(keep(key, fingerprint, refusal)));
                if (earlier.isPresent()) {
                    return earlier.get().replay();
                }
            }
            throw refusal;
        }
    }

    private CommandResult once(IdempotencyKey key, String fingerprint, CommandInvocation invocation, Next next) {
        var earlier = store.begin(key, fingerprint);
        if (earlier != null) {
            return earlier.replay();
        }
        var result = next.proceed(invocation);
        store.keep(key, fingerprint, Outcome.of(result));
        return result;
    }

    private @Nullable Outcome keep(IdempotencyKey key, String fingerprint, CommandRefusedException refusal) {
        var earlier = store.begin(key, fingerprint);
        if (earlier == null) {
            store.keep(key, fingerprint, Outcome.of(refusal));
        }
        return earlier;
    }
}
