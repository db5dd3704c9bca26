package com.example.library.events;

import dev.antiphon.events.EventType;

/** The library has a book more. */
@EventType("book.acquired")
public record BookAcquired(String bookId, String title) implements BookEvent {}
