package dev.antiphon.events.spi;

import dev.antiphon.events.Envelope;

/**
 * One step of the chain that builds envelopes (rule E2). Called in the command's transaction, on its thread, once for
 * each event; an exception rolls the command back.
 */
@FunctionalInterface
public interface EnvelopeStep {

    /** The envelope to go on with: the given one, or a copy with other values. */
    Envelope apply(Envelope envelope);
}
