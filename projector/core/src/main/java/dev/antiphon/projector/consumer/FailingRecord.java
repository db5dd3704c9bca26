package dev.antiphon.projector.consumer;

import dev.antiphon.projector.spi.Failure;
import java.time.Instant;

/**
 * A record that holds up its partition.
 *
 * @param attempts how often it has failed
 * @param since when it failed first
 * @param nextTry when it is tried again
 */
public record FailingRecord(
        String topic, int partition, long offset, Failure failure, int attempts, Instant since, Instant nextTry) {

    /** Whether it fails as before, so that there is nothing new to say. */
    boolean isSameAs(FailingRecord other) {
        return offset == other.offset
                && failure.kind() == other.failure.kind()
                && failure.message().equals(other.failure.message());
    }
}
