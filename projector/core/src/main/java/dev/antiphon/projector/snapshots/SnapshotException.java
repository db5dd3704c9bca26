package dev.antiphon.projector.snapshots;

import org.jspecify.annotations.Nullable;

/** Why a rebuild or a verification cannot begin or go on; says what to do. What it has done by then stays. */
public class SnapshotException extends RuntimeException {

    public SnapshotException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
