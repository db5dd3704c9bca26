package dev.antiphon.command.pipeline;

/** A handler or an aggregate is declared wrongly; says what to change. */
public final class InvalidHandlerException extends RuntimeException {

    public InvalidHandlerException(String message) {
        super(message);
    }
}
