package dev.antiphon.it.container.command;

import dev.antiphon.command.Aggregates;
import dev.antiphon.command.CommandHandler;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

@ApplicationScoped
public class AppendNoteHandler implements CommandHandler<AppendNote, Note> {

    @Inject
    Aggregates aggregates;

    @Override
    public Note handle(AppendNote command) {
        var note = aggregates.load(Note.class, command.id());
        note.write(command.text());
        return note;
    }
}
