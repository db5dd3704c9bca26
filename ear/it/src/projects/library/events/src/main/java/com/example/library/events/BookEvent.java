package com.example.library.events;

import dev.antiphon.events.Topic;

/** What happens to a book. */
@Topic("library.lending.book")
public sealed interface BookEvent permits BookAcquired, BookLent, BookReturned {}
