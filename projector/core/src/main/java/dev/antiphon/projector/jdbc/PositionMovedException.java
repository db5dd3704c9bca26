package dev.antiphon.projector.jdbc;

/** The position is not where this consumer left it: another one has taken over the partition, or it was set anew. */
public final class PositionMovedException extends RuntimeException {

    PositionMovedException(String projection, Advance advance) {
        super("Projection " + projection + " no longer stands at offset " + advance.from() + " of " + advance.topic()
                + "-" + advance.partition());
    }
}
