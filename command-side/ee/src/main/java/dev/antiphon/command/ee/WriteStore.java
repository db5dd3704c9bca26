package dev.antiphon.command.ee;

import dev.antiphon.command.Aggregate;
import dev.antiphon.command.CommandRefusedException;
import dev.antiphon.command.Refusal;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.function.Function;

/** Reads aggregates as they are now, without lock and without wait (rule S5). */
@ApplicationScoped
public class WriteStore {

    @PersistenceContext
    EntityManager entities;

    @Inject
    JtaTransactions transactions;

    /**
     * Reads one aggregate in a transaction of its own.
     *
     * @param view makes the answer while the transaction is open; changes nothing
     * @throws CommandRefusedException {@link Refusal#NOT_FOUND} if there is none
     */
    public <A extends Aggregate<?>, V> V read(Class<A> type, String id, Function<A, V> view) {
        return transactions.inNew(() -> {
            var found = entities.find(type, id);
            if (found == null) {
                throw CommandRefusedException.because(
                        Refusal.NOT_FOUND, "not-found", "There is no " + type.getSimpleName() + " '" + id + "'.");
            }
            return view.apply(found);
        });
    }
}
