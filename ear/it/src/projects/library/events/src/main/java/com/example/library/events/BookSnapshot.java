package com.example.library.events;

import dev.antiphon.events.AggregateSnapshot;
import dev.antiphon.events.SnapshotOf;
import org.jspecify.annotations.Nullable;

/** A book as it is at one version; a rebuild reads it from the view book_snapshot. */
@SnapshotOf(BookEvent.class)
public record BookSnapshot(
        String aggregateId,
        long aggregateVersion,
        String title,
        @Nullable String member) implements AggregateSnapshot {}
