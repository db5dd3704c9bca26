package dev.antiphon.command;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The unit that commands change: a class whose methods check a rule and record an event.
 *
 * <p>A concrete aggregate is a JPA entity of the application. Every recorded event raises the version by one, starting
 * at 1, so that each event has a version of its own: it orders the relay, shows a gap to a projection and is the
 * read-your-writes token. It is not a JPA {@code @Version}, since one command may record several events; lost updates
 * are prevented by the row lock that {@link Aggregates#load} takes.
 *
 * <p>Its table has the columns {@code version} and {@code changed_at}: they are what a snapshot of it tells a rebuild.
 *
 * @param <E> the sealed interface of this aggregate's events, which names their topic
 */
public abstract class Aggregate<E> {

    private long version;

    private @Nullable Instant changedAt;

    private transient @Nullable List<RecordedEvent> recorded;

    /** The id, which is also the key of its Kafka records. */
    public abstract String id();

    /** The version of the last recorded event; 0 before the first. */
    public final long version() {
        return version;
    }

    /** When the last event occurred, its {@code Occurred-At}; null before the first one is appended to the outbox. */
    public final @Nullable Instant changedAt() {
        return changedAt;
    }

    /**
     * Records an event. It becomes an outbox row in the command's transaction when the handler has returned (rule S1);
     * after a rollback it never happened.
     */
    protected final void record(E event) {
        if (recorded == null) {
            recorded = new ArrayList<>();
        }
        version++;
        recorded.add(new RecordedEvent(version, event));
    }

    /** Notes when the last event occurred; called by the framework, before the aggregate is written. */
    public final void appended(Instant occurredAt) {
        changedAt = occurredAt;
    }

    /** Hands out the recorded events once, oldest first. */
    public final List<RecordedEvent> takeRecorded() {
        var taken = recorded;
        recorded = null;
        return taken == null ? List.of() : taken;
    }
}
