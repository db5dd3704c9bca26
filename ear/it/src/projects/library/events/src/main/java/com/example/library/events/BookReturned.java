package com.example.library.events;

import dev.antiphon.events.EventType;

/** It is back on its shelf. */
@EventType("book.returned")
public record BookReturned(String bookId) implements BookEvent {}
