package dev.antiphon.projector.rebuild;

import org.jspecify.annotations.Nullable;

/** A rebuild cannot begin or go on; says what to do. What it has done by then stays. */
public final class RebuildException extends RuntimeException {

    RebuildException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
