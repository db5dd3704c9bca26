package dev.antiphon.events;

/** An event, topic or envelope type breaks a rule of the event model; thrown at deployment, never while running. */
public final class InvalidEventModelException extends RuntimeException {

    public InvalidEventModelException(String message) {
        super(message);
    }
}
