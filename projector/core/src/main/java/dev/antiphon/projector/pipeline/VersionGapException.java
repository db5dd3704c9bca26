package dev.antiphon.projector.pipeline;

import dev.antiphon.events.Envelope;

/** Versions of an aggregate are missing before the one that came; waiting is right, passing over the hole never is. */
final class VersionGapException extends RuntimeException {

    VersionGapException(Envelope envelope, long seen) {
        super(envelope.aggregateType() + " " + envelope.aggregateId() + ": " + missing(seen + 1, envelope)
                + " missing, "
                + (seen == 0 ? "none has been seen" : "the last one seen is " + seen) + ", this record has version "
                + envelope.aggregateVersion());
    }

    private static String missing(long first, Envelope envelope) {
        var last = envelope.aggregateVersion() - 1;
        return first == last ? "version " + first + " is" : "versions " + first + " to " + last + " are";
    }
}
