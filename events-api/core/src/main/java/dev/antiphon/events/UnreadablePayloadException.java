package dev.antiphon.events;

/** The bytes of a consumed record are not the JSON of its event type; retrying cannot help. */
public final class UnreadablePayloadException extends RuntimeException {

    public UnreadablePayloadException(String message, Throwable cause) {
        super(message, cause);
    }
}
