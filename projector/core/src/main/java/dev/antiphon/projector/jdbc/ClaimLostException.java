package dev.antiphon.projector.jdbc;

/** A rebuild took so long that its claim was taken back; what it has read may be old by now. */
public final class ClaimLostException extends RuntimeException {

    ClaimLostException(String projection) {
        super("The rebuild of projection '" + projection + "' has lost its claim", null, false, false);
    }
}
