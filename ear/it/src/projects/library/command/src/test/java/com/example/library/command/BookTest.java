package com.example.library.command;

import com.example.library.events.BookAcquired;
import com.example.library.events.BookLent;
import com.example.library.events.BookReturned;
import dev.antiphon.command.testkit.CommandFixture;
import org.junit.jupiter.api.Test;

class BookTest {

    private static final AcquireBook ACQUIRED = new AcquireBook("faust-1", "Faust");
    private static final LendBook LENT = new LendBook("faust-1", "grete");

    private final CommandFixture books =
            CommandFixture.of(new AcquireBookHandler(), new LendBookHandler(), new ReturnBookHandler());

    @Test
    void isAcquired() {
        books.when(ACQUIRED).then(new BookAcquired("faust-1", "Faust")).version(1);
        books.when(new AcquireBook("faust-1", " ")).thenRefused("invalid-command", "/title");
    }

    @Test
    void isLentToOneMemberAtATime() {
        books.given(ACQUIRED).when(LENT).then(new BookLent("faust-1", "grete")).version(2);
        books.given(ACQUIRED, LENT).when(new LendBook("faust-1", "heinrich")).thenRefused("book-lent");
    }

    @Test
    void isReturned() {
        books.given(ACQUIRED, LENT).when(new ReturnBook("faust-1")).then(new BookReturned("faust-1"));
        books.given(ACQUIRED).when(new ReturnBook("faust-1")).thenRefused("book-not-lent");
    }
}
