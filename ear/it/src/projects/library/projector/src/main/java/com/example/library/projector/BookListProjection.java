package com.example.library.projector;

import com.example.library.events.BookAcquired;
import com.example.library.events.BookEvent;
import com.example.library.events.BookLent;
import com.example.library.events.BookReturned;
import com.example.library.events.BookSnapshot;
import dev.antiphon.events.Envelope;
import dev.antiphon.projector.Projection;
import dev.antiphon.projector.ReadDatabase;
import dev.antiphon.projector.Strategy;
import dev.antiphon.projector.VersionedRow;
import jakarta.enterprise.context.ApplicationScoped;

/** One row for each book: what it is called, and who has it. */
@ApplicationScoped
@Projection(name = "book_list", events = BookEvent.class, strategy = Strategy.VERSION_GUARD)
public class BookListProjection {

    public void on(BookAcquired event, Envelope envelope, ReadDatabase db) {
        db.batch(book(event.bookId(), envelope.aggregateVersion()).set("title", event.title()));
    }

    public void on(BookLent event, Envelope envelope, ReadDatabase db) {
        db.batch(book(event.bookId(), envelope.aggregateVersion())
                .set("member", event.member())
                .onlyIfPresent());
    }

    public void on(BookReturned event, Envelope envelope, ReadDatabase db) {
        db.batch(book(event.bookId(), envelope.aggregateVersion())
                .set("member", null)
                .onlyIfPresent());
    }

    /** For a rebuild: the row that the events would have made. */
    public void from(BookSnapshot book, ReadDatabase db) {
        db.batch(book(book.aggregateId(), book.aggregateVersion())
                .set("title", book.title())
                .set("member", book.member()));
    }

    private static VersionedRow book(String id, long version) {
        return VersionedRow.of("book_list", "book_id", id, version);
    }
}
