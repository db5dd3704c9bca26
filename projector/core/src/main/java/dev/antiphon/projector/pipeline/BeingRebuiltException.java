package dev.antiphon.projector.pipeline;

import dev.antiphon.events.Envelope;

/** A rebuild is about to read this aggregate: what is missing will be there, or not, in a moment. */
final class BeingRebuiltException extends RuntimeException {

    BeingRebuiltException(Envelope envelope) {
        super(
                envelope.aggregateType() + " " + envelope.aggregateId() + " is just being rebuilt; version "
                        + envelope.aggregateVersion() + " waits for that",
                null,
                false,
                false);
    }
}
