package dev.antiphon.command.relay;

import dev.antiphon.events.UnreadablePayloadException;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedForMessageFormatException;

/**
 * The first record of a producer that failed; whatever was handed over after it was not sent.
 *
 * @param row the record's row
 * @param cause why
 */
record SendFailure(OutboxRow row, Exception cause) {

    /** What the failure concerns, and so what has to stop. */
    enum Scope {
        /** This row can never be sent: its aggregate is parked. */
        ROW,
        /** The topic takes nothing now: it pauses. */
        TOPIC,
        /** Nothing can be sent now: everything waits. */
        BROKER
    }

    Scope scope() {
        return scopeOf(cause);
    }

    static Scope scopeOf(Throwable cause) {
        if (cause instanceof RecordTooLargeException
                || cause instanceof InvalidTopicException
                || cause instanceof SerializationException
                || cause instanceof UnreadablePayloadException) {
            return Scope.ROW;
        }
        if (cause instanceof TopicAuthorizationException
                || cause instanceof UnknownTopicOrPartitionException
                || cause instanceof PolicyViolationException
                || cause instanceof InvalidTimestampException
                || cause instanceof UnsupportedForMessageFormatException
                || isInvalidBatch(cause)) {
            return Scope.TOPIC;
        }
        return Scope.BROKER;
    }

    /**
     * The broker found records of a batch invalid. It does not tell which reliably, and what it checks (keys, timestamps)
     * the relay does the same way for all.
     */
    private static boolean isInvalidBatch(Throwable cause) {
        return cause instanceof InvalidRecordException
                || cause.getClass() == KafkaException.class
                        && String.valueOf(cause.getMessage()).contains("invalid records");
    }

    /** For logs and for the parked event. */
    String reason() {
        return cause.getClass().getSimpleName() + ": " + cause.getMessage();
    }
}
