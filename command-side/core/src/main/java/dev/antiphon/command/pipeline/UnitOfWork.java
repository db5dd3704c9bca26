package dev.antiphon.command.pipeline;

import dev.antiphon.command.Aggregate;
import dev.antiphon.command.CommandRefusedException;
import dev.antiphon.command.IfMatch;
import dev.antiphon.command.Refusal;
import dev.antiphon.command.spi.CommandInvocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The aggregates that the handler on this thread has loaded or added. Bound to the thread while it runs. */
public final class UnitOfWork {

    private static final ThreadLocal<UnitOfWork> CURRENT = new ThreadLocal<>();

    private final List<Aggregate<?>> aggregates = new ArrayList<>();
    private final List<Aggregate<?>> added = new ArrayList<>();
    private final int attempt;
    private final @Nullable IfMatch ifMatch;
    private final @Nullable UnitOfWork outer;

    private UnitOfWork(CommandInvocation invocation, @Nullable UnitOfWork outer) {
        this.attempt = invocation.attempt();
        this.ifMatch = invocation.ifMatch();
        this.outer = outer;
    }

    static UnitOfWork begin(CommandInvocation invocation) {
        var work = new UnitOfWork(invocation, CURRENT.get());
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

    static boolean isRunning() {
        return CURRENT.get() != null;
    }

    /**
     * Makes the events that a loaded aggregate records part of the command. Call it before anything is changed.
     *
     * @throws CommandRefusedException {@link Refusal#VERSION_MOVED} if it is the first one and {@code If-Match} asks for
     *     another version
     */
    public void loaded(Aggregate<?> aggregate) {
        if (ifMatch != null && aggregates.isEmpty() && !ifMatch.allows(aggregate.version())) {
            throw CommandRefusedException.versionMoved(
                    aggregate.getClass().getSimpleName(), aggregate.id(), aggregate.version());
        }
        track(aggregate);
    }

    /**
     * Makes the events that a new aggregate records part of the command.
     *
     * @throws CommandRefusedException {@link Refusal#VERSION_MOVED} if it is the first one and there is an {@code
     *     If-Match}: there was no version that its sender could have seen
     */
    public void added(Aggregate<?> aggregate) {
        if (ifMatch != null && aggregates.isEmpty()) {
            throw CommandRefusedException.versionMoved(aggregate.getClass().getSimpleName(), aggregate.id(), null);
        }
        track(aggregate);
        added.add(aggregate);
    }

    /** What this handler itself has added under an id, if anything. */
    public <A extends Aggregate<?>> Optional<A> added(Class<A> type, String id) {
        return added.stream()
                .filter(type::isInstance)
                .map(type::cast)
                .filter(aggregate -> aggregate.id().equals(id))
                .findFirst();
    }

    private void track(Aggregate<?> aggregate) {
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

    List<Aggregate<?>> added() {
        return added;
    }
}
