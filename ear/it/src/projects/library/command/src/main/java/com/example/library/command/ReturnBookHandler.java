package com.example.library.command;

import dev.antiphon.command.Aggregates;
import dev.antiphon.command.CommandHandler;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

@ApplicationScoped
public class ReturnBookHandler implements CommandHandler<ReturnBook, Book> {

    @Inject
    Aggregates aggregates;

    @Override
    public Book handle(ReturnBook command) {
        var book = aggregates.load(Book.class, command.bookId());
        book.takeBack();
        return book;
    }
}
