package dev.antiphon.command.ee;

/** The server could not commit; its cause tells why. The outcome may be unknown where the database went away. */
public final class CommitFailedException extends RuntimeException {

    public CommitFailedException(Exception cause) {
        super("The transaction was not committed: " + cause.getMessage(), cause);
    }
}
