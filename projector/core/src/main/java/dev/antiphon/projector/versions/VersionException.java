package dev.antiphon.projector.versions;

/** A version of a projection cannot be switched to or dropped now; nothing has changed. Says why, and what to do. */
public final class VersionException extends RuntimeException {

    VersionException(String message) {
        super(message);
    }
}
