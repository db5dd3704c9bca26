package dev.antiphon.query.changes;

import java.util.Optional;

/**
 * The id of a server-sent event.
 *
 * @param era of the table of changes
 * @param position what a client has seen that has seen the event
 */
record EventId(String era, Position position) {

    /** What {@link #toString()} wrote, or nothing. */
    static Optional<EventId> parse(String text) {
        var dot = text.indexOf('.');
        try {
            return dot < 0
                    ? Optional.empty()
                    : Optional.of(new EventId(text.substring(0, dot), Position.parse(text.substring(dot + 1))));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    EventId at(Position elsewhere) {
        return new EventId(era, elsewhere);
    }

    @Override
    public String toString() {
        return era + '.' + position;
    }
}
