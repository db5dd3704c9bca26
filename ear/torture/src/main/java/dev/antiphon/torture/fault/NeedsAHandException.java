package dev.antiphon.torture.fault;

/** Something did not come right by itself. */
public final class NeedsAHandException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NeedsAHandException(String message) {
        super(message);
    }

    public NeedsAHandException(String message, Throwable cause) {
        super(message, cause);
    }
}
