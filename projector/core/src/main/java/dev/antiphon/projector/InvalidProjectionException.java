package dev.antiphon.projector;

/** A projection, or the schema it needs, is not as it must be; stops the deployment and says what to change. */
public final class InvalidProjectionException extends RuntimeException {

    public InvalidProjectionException(String message) {
        super(message);
    }
}
