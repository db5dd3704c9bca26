package dev.antiphon.projector.jdbc;

/** The position is not where this consumer left it: another one has taken over the partition, or it was set anew. */
public final class PositionMovedException extends RuntimeException {

    PositionMovedException(String message) {
        super(message);
    }
}
