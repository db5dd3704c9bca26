package dev.antiphon.it.container.query;

import dev.antiphon.query.Versioned;

/** What is on a shelf. */
public record Shelf(String shelfId, long articles, long version) implements Versioned {}
