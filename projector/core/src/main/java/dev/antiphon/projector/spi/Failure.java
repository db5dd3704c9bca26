package dev.antiphon.projector.spi;

/**
 * Why an attempt failed.
 *
 * @param message one line for the operator
 */
public record Failure(Kind kind, String message, Throwable cause) {

    /** What can be done about it. */
    public enum Kind {
        /** The database is away or overloaded: nothing can be applied, waiting helps, no record is to blame. */
        INFRASTRUCTURE,
        /** A lock, a statement or a transaction lost against others: waiting helps, and what needs other rows goes on. */
        CONTENDED,
        /** An operator has paused the projection: nothing is applied until it is resumed. */
        PAUSED,
        /** Another consumer has moved the position: read it again and go on from there. */
        POSITION_MOVED,
        /** Versions of the aggregate are missing before this one. */
        GAP,
        /** Headers or payload cannot be read. */
        UNREADABLE,
        /** The projection's method, or a statement of it, failed. */
        HANDLER
    }
}
