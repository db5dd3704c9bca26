package dev.antiphon.command.pipeline;

import dev.antiphon.command.Aggregate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The aggregates that the handler on this thread has loaded or added. Bound to the thread while it runs. */
public final class UnitOfWork {

    private static final ThreadLocal<UnitOfWork> CURRENT = new ThreadLocal<>();

    private final List<Aggregate<?>> aggregates = new ArrayList<>();
    private final int attempt;
    private final @Nullable UnitOfWork outer;

    private UnitOfWork(int attempt, @Nullable UnitOfWork outer) {
        this.attempt = attempt;
        this.outer = outer;
    }

    static UnitOfWork begin(int attempt) {
        var work = new UnitOfWork(attempt, CURRENT.get());
        CURRENT.set(work);
        return work;
    }

    void end() {
        if (outer == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(outer);
        }
    }

    /**
     * The work of the running handler.
     *
     * @throws IllegalStateException outside of one
     */
    public static UnitOfWork current() {
        var work = CURRENT.get();
        if (work == null) {
            throw new IllegalStateException(
                    "Aggregates can only be used inside a CommandHandler: send a command to the CommandGateway.");
        }
        return work;
    }

    /** Makes the events that this aggregate records part of the command. */
    public void track(Aggregate<?> aggregate) {
        if (aggregates.stream().noneMatch(known -> known == aggregate)) {
            aggregates.add(aggregate);
        }
    }

    /** Whether an earlier attempt of this command has lost a race. */
    public boolean isRetry() {
        return attempt > 1;
    }

    List<Aggregate<?>> aggregates() {
        return aggregates;
    }
}
