package dev.antiphon.projector.spi;

import org.jspecify.annotations.Nullable;

/** A header of a record as it came; a name may come more than once. */
public record RecordHeader(String name, byte @Nullable [] value) {}
