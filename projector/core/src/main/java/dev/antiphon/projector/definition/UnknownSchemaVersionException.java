package dev.antiphon.projector.definition;

/** An event has a schema version that this projector cannot read; retrying cannot help before it is updated. */
public final class UnknownSchemaVersionException extends RuntimeException {

    public UnknownSchemaVersionException(String message) {
        super(message);
    }
}
