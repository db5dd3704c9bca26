package dev.antiphon.command.start;

/** The write database lacks what the war needs; stops the deployment. */
public final class SchemaMismatchException extends RuntimeException {

    public SchemaMismatchException(String message) {
        super(message);
    }
}
