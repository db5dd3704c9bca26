package dev.antiphon.query;

/** The read database has not been migrated; stops the deployment. */
public final class SchemaMissingException extends RuntimeException {

    SchemaMissingException(String message) {
        super(message);
    }
}
