package dev.antiphon.command.ee;

import dev.antiphon.command.Aggregate;
import dev.antiphon.command.Aggregates;
import dev.antiphon.command.CommandRefusedException;
import dev.antiphon.command.Refusal;
import dev.antiphon.command.pipeline.UnitOfWork;
import dev.antiphon.command.spi.AggregateStore;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.util.List;

/** Aggregates as JPA entities in the application's persistence unit. */
@ApplicationScoped
public class JpaAggregates implements Aggregates, AggregateStore {

    @PersistenceContext
    EntityManager entities;

    @Override
    public <A extends Aggregate<?>> A load(Class<A> type, String id) {
        var work = UnitOfWork.current();
        var own = work.added(type, id);
        if (own.isPresent()) {
            return own.get();
        }
        var found = entities.find(type, id, LockModeType.PESSIMISTIC_WRITE);
        if (found == null) {
            throw CommandRefusedException.because(
                    Refusal.NOT_FOUND, "not-found", "There is no " + type.getSimpleName() + " '" + id + "'.");
        }
        work.loaded(found);
        return found;
    }

    /** A taken id usually shows when the row is inserted, for nothing; the second attempt looks and says so. */
    @Override
    public <A extends Aggregate<?>> A add(A aggregate) {
        var work = UnitOfWork.current();
        if (work.isRetry() && entities.find(aggregate.getClass(), aggregate.id()) != null) {
            throw CommandRefusedException.because(
                    Refusal.ALREADY_EXISTS,
                    "already-exists",
                    aggregate.getClass().getSimpleName() + " '" + aggregate.id() + "' exists already.");
        }
        work.added(aggregate);
        return aggregate;
    }

    @Override
    public void write(List<Aggregate<?>> added) {
        added.forEach(entities::persist);
        entities.flush();
    }

    EntityManager entities() {
        return entities;
    }
}
