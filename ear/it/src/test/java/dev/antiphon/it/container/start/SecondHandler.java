package dev.antiphon.it.container.start;

import dev.antiphon.command.CommandHandler;
import dev.antiphon.it.container.command.AppendNote;
import dev.antiphon.it.container.command.Note;
import jakarta.enterprise.context.ApplicationScoped;

/** Handles what another one handles. */
@ApplicationScoped
public class SecondHandler implements CommandHandler<AppendNote, Note> {

    @Override
    public Note handle(AppendNote command) {
        throw new UnsupportedOperationException();
    }
}
