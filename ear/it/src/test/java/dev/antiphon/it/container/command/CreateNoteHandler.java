package dev.antiphon.it.container.command;

import dev.antiphon.command.Aggregates;
import dev.antiphon.command.CommandHandler;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

@ApplicationScoped
public class CreateNoteHandler implements CommandHandler<CreateNote, Note> {

    @Inject
    Aggregates aggregates;

    @Override
    public Note handle(CreateNote command) {
        var note = aggregates.add(new Note(command.id()));
        command.texts().forEach(note::write);
        return note;
    }
}
