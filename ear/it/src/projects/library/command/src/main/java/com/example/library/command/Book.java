package com.example.library.command;

import com.example.library.events.BookAcquired;
import com.example.library.events.BookEvent;
import com.example.library.events.BookLent;
import com.example.library.events.BookReturned;
import dev.antiphon.command.Aggregate;
import dev.antiphon.command.CommandRefusedException;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.jspecify.annotations.Nullable;

/** One copy of a book, which one member at a time can take home. */
@Entity
public class Book extends Aggregate<BookEvent> {

    @Id
    private String id;

    private String title;
    private @Nullable String member;

    protected Book() {}

    /** Puts a new book on the shelf. */
    public Book(String id, String title) {
        this.id = id;
        this.title = title;
        record(new BookAcquired(id, title));
    }

    public void lend(String to) {
        if (member != null) {
            throw CommandRefusedException.rule("book-lent", "'" + title + "' is lent already; wait for its return.");
        }
        member = to;
        record(new BookLent(id, to));
    }

    public void takeBack() {
        if (member == null) {
            throw CommandRefusedException.rule("book-not-lent", "'" + title + "' is not lent.");
        }
        member = null;
        record(new BookReturned(id));
    }

    @Override
    public String id() {
        return id;
    }

    public String title() {
        return title;
    }

    public @Nullable String member() {
        return member;
    }
}
