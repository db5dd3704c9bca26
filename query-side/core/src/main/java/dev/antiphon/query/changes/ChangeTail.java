package dev.antiphon.query.changes;

import dev.antiphon.query.ReadStore;
import dev.antiphon.query.changes.Listener.Told;
import dev.antiphon.query.waiting.Scheduler;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the table of changes for all clients of a node, and tells each what concerns it. One statement per interval for
 * all of them, one more for the rows that changed, and none while nobody listens; a client costs neither a thread nor a
 * connection. While the database is away clients stay, and are told afterwards. Safe for many threads.
 *
 * <p>There is no "id higher than the last one": a lower id may become visible later. So the tail remembers what it has
 * seen; an id that is missing counts as never to come once every transaction is over that ran when a
 * higher one was seen.
 */
public final class ChangeTail implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ChangeTail.class);
    private static final String READY = "ready";
    private static final String RESET = "reset";
    private static final String NOTHING = "{}";
    private static final int READ_AT_ONCE = 1_000;

    /** Who has missed more reads again; it costs less. */
    private static final int MOST_MISSED = 10_000;

    private final ChangeLog log;
    private final ReadStore store;
    private final Function<Object, String> json;
    private final Scheduler scheduler;
    private final ChangeLimits limits;

    private final Object lock = new Object();
    private final List<Listener<?>> joining = new ArrayList<>();
    private final Set<Outlet> outlets = new HashSet<>();
    private boolean ticking;
    private boolean closed;

    /** The rest is used by the ticks alone, one after the other. */
    private final List<Listener<?>> listeners = new ArrayList<>();

    private @Nullable EventId seen;
    private @Nullable Checkpoint checkpoint;
    private long beatAt;
    private @Nullable String failure;

    /** When all transactions with lower numbers are over, whatever is missing up to the id will never come. */
    private record Checkpoint(long number, long id) {}

    private record Data(
            String aggregateId,
            long version,
            String type,
            @Nullable Object row) {}

    /**
     * On a database.
     *
     * @param timeout for each statement on the changes; rounded up to seconds
     * @param store reads the rows
     * @param json makes one line of an object
     */
    public ChangeTail(
            DataSource dataSource,
            Duration timeout,
            ReadStore store,
            Function<Object, String> json,
            Scheduler scheduler,
            ChangeLimits limits,
            MeterRegistry meters) {
        this(new JdbcChangeLog(dataSource, timeout), store, json, scheduler, limits, meters);
    }

    ChangeTail(
            ChangeLog log,
            ReadStore store,
            Function<Object, String> json,
            Scheduler scheduler,
            ChangeLimits limits,
            MeterRegistry meters) {
        this.log = log;
        this.store = store;
        this.json = json;
        this.scheduler = scheduler;
        this.limits = limits;
        this.beatAt = scheduler.nanoTime();
        Gauge.builder("antiphon.query.streams", this, ChangeTail::size)
                .description("Clients that are told of changes")
                .register(meters);
    }

    /**
     * Tells a client from now on, or from where it was.
     *
     * @param lastEventId what it was told last; null for a new one; what cannot be read is a {@code reset}
     * @return false if there are too many, or the tail is closed
     */
    public boolean listen(ChangeStream<?> stream, Outlet outlet, @Nullable String lastEventId) {
        synchronized (lock) {
            if (closed || outlets.size() >= limits.places()) {
                return false;
            }
            outlets.add(outlet);
            joining.add(new Listener<>(stream, outlet, lastEventId));
            if (!ticking) {
                ticking = true;
                scheduler.schedule(Duration.ZERO, this::tick);
            }
            return true;
        }
    }

    /** Whether nobody more is taken now. */
    public boolean isFull() {
        synchronized (lock) {
            return closed || outlets.size() >= limits.places();
        }
    }

    /** How many are listening. */
    public int size() {
        synchronized (lock) {
            return outlets.size();
        }
    }

    /** Ends all streams and takes no more. */
    @Override
    public void close() {
        List<Outlet> last;
        synchronized (lock) {
            closed = true;
            last = List.copyOf(outlets);
        }
        last.forEach(Outlet::close);
    }

    private void tick() {
        try {
            read();
            join();
            beat();
            failure = null;
        } catch (RuntimeException e) {
            if (!e.toString().equals(failure)) {
                LOG.warn("Changes cannot be told now, and will be when it is over: {}", e.toString());
            }
            failure = e.toString();
        } finally {
            rest();
        }
    }

    private void rest() {
        listeners.removeIf(listener -> !listener.outlet().isOpen());
        synchronized (lock) {
            joining.removeIf(listener -> !listener.outlet().isOpen());
            outlets.removeIf(outlet -> !outlet.isOpen());
            ticking = !outlets.isEmpty();
            if (ticking) {
                scheduler.schedule(limits.interval(), this::tick);
            } else {
                seen = null;
                checkpoint = null;
            }
        }
    }

    private void read() {
        if (seen == null) {
            var beginning = log.now();
            seen = new EventId(beginning.era(), beginning.position());
        }
        ChangeLog.Look look;
        do {
            var before = seen;
            look = log.after(before.position(), READ_AT_ONCE);
            if (!look.era().equals(before.era())) {
                startAgain();
                return;
            }
            var told = told(before, look.changes());
            tell(listeners, told);
            var after = told.isEmpty() ? before : told.get(told.size() - 1).id();
            seen = after.at(settled(after.position(), look));
        } while (look.changes().size() == READ_AT_ONCE);
    }

    /** The database is another one than before: what clients have seen of it is nothing. */
    private void startAgain() {
        var beginning = log.now();
        var now = new EventId(beginning.era(), beginning.position());
        seen = now;
        checkpoint = null;
        listeners.forEach(listener -> listener.outlet().send(ServerSentEvent.of(now, RESET, NOTHING)));
    }

    private static List<Told> told(EventId before, List<Change> changes) {
        var told = new ArrayList<Told>();
        var after = before;
        for (var change : changes) {
            after = after.at(after.position().with(change.id()));
            told.add(new Told(change, after));
        }
        return told;
    }

    private Position settled(Position position, ChangeLog.Look look) {
        var settled = position;
        var passed = checkpoint;
        if (passed != null
                && look.oldestRunning() >= passed.number()
                && look.changes().size() < READ_AT_ONCE) {
            settled = position.and(Position.upTo(passed.id()));
            checkpoint = null;
        }
        if (checkpoint == null && !settled.gaps().isEmpty()) {
            checkpoint = new Checkpoint(look.nextNumber(), settled.highest());
        }
        return settled;
    }

    /** Those who came since the last time; what is committed has just been read, so nobody can be ahead of it. */
    private void join() {
        List<Listener<?>> joined;
        synchronized (lock) {
            joined = List.copyOf(joining);
        }
        for (var listener : joined) {
            begin(listener);
            listeners.add(listener);
            synchronized (lock) {
                joining.remove(listener);
            }
        }
    }

    private void begin(Listener<?> listener) {
        var now = Objects.requireNonNull(seen);
        var lastEventId = listener.lastEventId();
        if (lastEventId == null) {
            listener.outlet().send(ServerSentEvent.of(now, READY, NOTHING));
            return;
        }
        var before = EventId.parse(lastEventId)
                .filter(id -> id.era().equals(now.era()))
                .filter(id -> id.position().highest() <= now.position().highest());
        var missed = before.map(id -> missed(listener.stream(), id, now));
        if (missed.isEmpty()) {
            listener.outlet().send(ServerSentEvent.of(now, RESET, NOTHING));
        } else {
            tell(List.of(listener), told(before.get(), missed.get()));
            listener.outlet().send(ServerSentEvent.idOnly(now));
        }
    }

    private @Nullable List<Change> missed(ChangeStream<?> stream, EventId before, EventId now) {
        return log.between(
                before.position(), now.position(), stream.pushed().projection(), stream.aggregateId(), MOST_MISSED);
    }

    /** Reads all rows before it tells anybody anything, since what fails is done again as a whole. */
    private void tell(List<Listener<?>> all, List<Told> told) {
        var concerned = all.stream()
                .filter(listener ->
                        told.stream().anyMatch(each -> listener.stream().concerns(each.change())))
                .collect(Collectors.groupingBy(listener -> listener.stream().pushed()));
        var rows = new HashMap<Pushed<?>, Map<String, ?>>();
        concerned.forEach((pushed, those) -> rows.put(pushed, rows(pushed, those, told)));
        var data = new HashMap<Data, String>();
        concerned.forEach((pushed, those) ->
                those.forEach(listener -> tell(listener, told, Objects.requireNonNull(rows.get(pushed)), data)));
    }

    private <T> Map<String, T> rows(Pushed<T> pushed, List<Listener<?>> those, List<Told> told) {
        var ids = told.stream()
                .map(Told::change)
                .filter(change ->
                        those.stream().anyMatch(listener -> listener.stream().concerns(change)))
                .map(Change::aggregateId)
                .distinct()
                .toArray(String[]::new);
        return store.list(pushed.sql(), pushed.row(), (Object) ids).stream()
                .collect(Collectors.toMap(pushed.aggregateId(), Function.identity()));
    }

    /** A condition of the application that fails ends this stream and no other. */
    @SuppressWarnings("unchecked")
    private <T> void tell(Listener<T> listener, List<Told> told, Map<String, ?> rows, Map<Data, String> data) {
        try {
            listener.tell(
                    told,
                    (Map<String, T>) rows,
                    (change, row) -> data.computeIfAbsent(
                            new Data(change.aggregateId(), change.version(), change.eventType(), row), json));
        } catch (RuntimeException e) {
            LOG.error(
                    "A client cannot be told of changes of {}",
                    listener.stream().pushed().projection(),
                    e);
            listener.outlet().close();
        }
    }

    private void beat() {
        var now = scheduler.nanoTime();
        if (now - beatAt >= limits.heartbeat().toNanos()) {
            beatAt = now;
            var events = ServerSentEvent.idOnly(Objects.requireNonNull(seen));
            listeners.forEach(listener -> listener.outlet().send(events));
        }
    }
}
