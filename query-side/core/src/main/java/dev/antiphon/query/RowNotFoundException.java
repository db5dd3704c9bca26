package dev.antiphon.query;

/** The read model holds no such row, perhaps not yet. */
public final class RowNotFoundException extends RuntimeException {

    public RowNotFoundException() {
        super("The read model holds no such row", null, false, false);
    }
}
