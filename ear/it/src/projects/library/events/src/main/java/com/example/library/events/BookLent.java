package com.example.library.events;

import dev.antiphon.events.EventType;

/** A member has taken it home. */
@EventType("book.lent")
public record BookLent(String bookId, String member) implements BookEvent {}
