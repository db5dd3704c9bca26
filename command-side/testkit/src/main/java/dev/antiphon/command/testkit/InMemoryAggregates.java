package dev.antiphon.command.testkit;

import dev.antiphon.command.Aggregate;
import dev.antiphon.command.Aggregates;
import dev.antiphon.command.CommandHandler;
import dev.antiphon.command.CommandRefusedException;
import dev.antiphon.command.Refusal;
import dev.antiphon.command.pipeline.UnitOfWork;
import dev.antiphon.command.spi.AggregateStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Aggregates of one story, in memory; refuses as the database does. */
final class InMemoryAggregates implements Aggregates, AggregateStore {

    private final List<Aggregate<?>> stored = new ArrayList<>();

    @Override
    public <A extends Aggregate<?>> A load(Class<A> type, String id) {
        var work = UnitOfWork.current();
        var found = find(type, id)
                .orElseThrow(() -> CommandRefusedException.because(
                        Refusal.NOT_FOUND, "not-found", "There is no " + type.getSimpleName() + " '" + id + "'."));
        work.loaded(found);
        return found;
    }

    @Override
    public <A extends Aggregate<?>> A add(A aggregate) {
        var work = UnitOfWork.current();
        if (find(aggregate.getClass(), aggregate.id()).isPresent()) {
            throw CommandRefusedException.because(
                    Refusal.ALREADY_EXISTS,
                    "already-exists",
                    aggregate.getClass().getSimpleName() + " '" + aggregate.id() + "' exists already.");
        }
        work.added(aggregate);
        stored.add(aggregate);
        return aggregate;
    }

    private <A extends Aggregate<?>> Optional<A> find(Class<A> type, String id) {
        return stored.stream()
                .filter(type::isInstance)
                .map(type::cast)
                .filter(aggregate -> aggregate.id().equals(id))
                .findFirst();
    }

    @Override
    public void write(List<Aggregate<?>> added) {}

    void put(Aggregate<?> state) {
        stored.add(state);
    }

    void clear() {
        stored.clear();
    }

    List<Aggregate<?>> all() {
        return List.copyOf(stored);
    }

    /** What CDI does with {@code @Inject Aggregates} in production. */
    void injectInto(CommandHandler<?, ?> handler) {
        for (@Nullable Class<?> type = handler.getClass(); type != null; type = type.getSuperclass()) {
            for (var field : type.getDeclaredFields()) {
                if (field.getType() == Aggregates.class) {
                    try {
                        field.setAccessible(true);
                        if (field.get(handler) == null) {
                            field.set(handler, this);
                        }
                    } catch (ReflectiveOperationException e) {
                        throw new IllegalArgumentException(
                                "Field " + field.getName() + " of " + type.getName()
                                        + " cannot be set: let it not be final, or use CommandFixture.using.",
                                e);
                    }
                }
            }
        }
    }
}
