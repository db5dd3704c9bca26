package dev.antiphon.query.waiting;

/** The waiting room takes nobody more; the client may try again soon. */
public final class NoPlaceException extends RuntimeException {

    NoPlaceException(String message) {
        super(message, null, false, false);
    }
}
