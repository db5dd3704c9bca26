package dev.antiphon.events;

/** A consumed record lacks a required header or has one that cannot be understood (rule E2); retrying cannot help. */
public final class UnreadableEnvelopeException extends RuntimeException {

    public UnreadableEnvelopeException(String message) {
        super(message);
    }
}
