package dev.antiphon.projector.pipeline;

import dev.antiphon.events.UnreadableEnvelopeException;
import dev.antiphon.events.UnreadablePayloadException;
import dev.antiphon.projector.jdbc.PositionMovedException;
import dev.antiphon.projector.jdbc.SqlFailures;
import dev.antiphon.projector.spi.Failure;

/** Says of an exception what can be done about it. */
public final class Failures {

    private Failures() {}

    public static Failure of(Throwable cause) {
        return new Failure(kind(cause), message(cause), cause);
    }

    private static Failure.Kind kind(Throwable cause) {
        if (cause instanceof PausedException) {
            return Failure.Kind.PAUSED;
        }
        if (cause instanceof PositionMovedException) {
            return Failure.Kind.POSITION_MOVED;
        }
        if (cause instanceof BeingRebuiltException || SqlFailures.isContended(cause)) {
            return Failure.Kind.CONTENDED;
        }
        if (cause instanceof OutOfMemoryError || SqlFailures.isInfrastructure(cause)) {
            return Failure.Kind.INFRASTRUCTURE;
        }
        if (cause instanceof VersionGapException) {
            return Failure.Kind.GAP;
        }
        if (cause instanceof UnreadableEnvelopeException || cause instanceof UnreadablePayloadException) {
            return Failure.Kind.UNREADABLE;
        }
        return Failure.Kind.HANDLER;
    }

    /** The first message on the way down; proxies of application servers wrap exceptions in ones that say nothing. */
    private static String message(Throwable cause) {
        for (var at = cause; at != null; at = at.getCause()) {
            if (at.getMessage() != null) {
                return at.getClass().getSimpleName() + ": "
                        + at.getMessage().lines().findFirst().orElse("");
            }
        }
        return cause.getClass().getSimpleName();
    }
}
