package com.example.library.query;

import dev.antiphon.query.Versioned;
import org.jspecify.annotations.Nullable;

public record ListedBook(
        String bookId, String title, @Nullable String member, long version) implements Versioned {}
