package dev.antiphon.it.container.command;

import dev.antiphon.command.Aggregate;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** A note that remembers its last text. */
@Entity
public class Note extends Aggregate<NoteEvent> {

    @Id
    private String id;

    private String text;

    protected Note() {
        this("");
    }

    Note(String id) {
        this.id = id;
        this.text = "";
    }

    void write(String newText) {
        text = newText;
        record(new NoteEvent.NoteWritten(id, newText));
    }

    @Override
    public String id() {
        return id;
    }
}
