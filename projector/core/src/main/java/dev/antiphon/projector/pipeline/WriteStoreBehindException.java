package dev.antiphon.projector.pipeline;

/** The write store knows less of aggregates than the read model does, as after it was restored from a backup. */
public final class WriteStoreBehindException extends Exception {

    WriteStoreBehindException(int aggregates) {
        super("The write store knows older versions of " + aggregates + " aggregates than the read model");
    }
}
