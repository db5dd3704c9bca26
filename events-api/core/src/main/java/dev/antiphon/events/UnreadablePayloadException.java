package dev.antiphon.events;

import org.jspecify.annotations.Nullable;

/** The bytes of a consumed record are not the JSON of its event type; retrying cannot help. */
public final class UnreadablePayloadException extends RuntimeException {

    public UnreadablePayloadException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
