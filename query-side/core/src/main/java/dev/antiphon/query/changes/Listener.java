package dev.antiphon.query.changes;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One client of the {@link ChangeTail}, which alone uses it. */
final class Listener<T> {

    /**
     * A change on its way to those who listen.
     *
     * @param id of the event: what a client has seen that has seen this
     */
    record Told(Change change, EventId id) {}

    /** What is told of one change, made once for all clients. */
    @FunctionalInterface
    interface Telling {
        String data(Change change, @Nullable Object row);
    }

    private final ChangeStream<T> stream;
    private final Outlet outlet;
    private final @Nullable String lastEventId;

    /** @param lastEventId what the client was told last; null for a new one */
    Listener(ChangeStream<T> stream, Outlet outlet, @Nullable String lastEventId) {
        this.stream = stream;
        this.outlet = outlet;
        this.lastEventId = lastEventId;
    }

    ChangeStream<T> stream() {
        return stream;
    }

    Outlet outlet() {
        return outlet;
    }

    @Nullable String lastEventId() {
        return lastEventId;
    }

    /** @param rows by aggregate; those that are no more are absent */
    void tell(List<Told> changes, Map<String, T> rows, Telling telling) {
        var events = new StringBuilder();
        for (var told : changes) {
            var change = told.change();
            if (stream.concerns(change)) {
                var row = rows.get(change.aggregateId());
                var event = stream.event(row);
                if (event != null) {
                    var data = telling.data(change, event.equals(ChangeStream.CHANGE) ? row : null);
                    events.append(ServerSentEvent.of(told.id(), event, data));
                }
            }
        }
        if (events.length() > 0) {
            outlet.send(events.toString());
        }
    }
}
