package dev.antiphon.it.container.command;

import dev.antiphon.events.EventType;
import dev.antiphon.events.Topic;

/** Events of the small aggregate that these tests bring along. */
@Topic("it.container.note")
public sealed interface NoteEvent {

    /** Something was written. */
    @EventType("note.written")
    record NoteWritten(String id, String text) implements NoteEvent {}
}
