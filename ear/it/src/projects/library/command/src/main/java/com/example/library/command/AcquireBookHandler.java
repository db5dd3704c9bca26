package com.example.library.command;

import dev.antiphon.command.Aggregates;
import dev.antiphon.command.CommandHandler;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

@ApplicationScoped
public class AcquireBookHandler implements CommandHandler<AcquireBook, Book> {

    @Inject
    Aggregates aggregates;

    @Override
    public Book handle(AcquireBook command) {
        return aggregates.add(new Book(command.bookId(), command.title()));
    }
}
