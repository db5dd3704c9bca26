package com.example.library.command;

import dev.antiphon.command.Aggregates;
import dev.antiphon.command.CommandHandler;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

@ApplicationScoped
public class LendBookHandler implements CommandHandler<LendBook, Book> {

    @Inject
    Aggregates aggregates;

    @Override
    public Book handle(LendBook command) {
        var book = aggregates.load(Book.class, command.bookId());
        book.lend(command.member());
        return book;
    }
}
