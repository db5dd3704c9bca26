package dev.antiphon.projector;

import dev.antiphon.events.Backoff;
import java.time.Duration;

/**
 * The values of {@link ProjectorSettings}, which documents them.
 *
 * @param backoff from {@link ProjectorSettings#FIRST_RETRY} to {@link ProjectorSettings#LONGEST_RETRY}
 */
public record ProjectorOptions(
        int batchSize,
        Duration sessionTimeout,
        int retries,
        Backoff backoff,
        Duration gapTimeout,
        Duration lockTimeout,
        Duration idleTimeout,
        Duration topicCheck,
        Duration stopTimeout,
        Duration processedEventRetention) {

    /** The defaults of the settings. */
    public static ProjectorOptions defaults() {
        return new ProjectorOptions(
                500,
                Duration.ofSeconds(10),
                5,
                new Backoff(Duration.ofMillis(500), Duration.ofSeconds(30)),
                Duration.ofSeconds(60),
                Duration.ofSeconds(10),
                Duration.ofSeconds(60),
                Duration.ofSeconds(30),
                Duration.ofSeconds(10),
                Duration.ofDays(7));
    }

    /** The same with other waits between tries. */
    public ProjectorOptions withBackoff(Backoff other) {
        return new ProjectorOptions(
                batchSize,
                sessionTimeout,
                retries,
                other,
                gapTimeout,
                lockTimeout,
                idleTimeout,
                topicCheck,
                stopTimeout,
                processedEventRetention);
    }

    /** The same with another number of retries, and another bound for gaps. */
    public ProjectorOptions withPatience(int otherRetries, Duration otherGapTimeout) {
        return new ProjectorOptions(
                batchSize,
                sessionTimeout,
                otherRetries,
                backoff,
                otherGapTimeout,
                lockTimeout,
                idleTimeout,
                topicCheck,
                stopTimeout,
                processedEventRetention);
    }

    /** The same with another retention of processed events. */
    public ProjectorOptions withProcessedEventRetention(Duration other) {
        return new ProjectorOptions(
                batchSize,
                sessionTimeout,
                retries,
                backoff,
                gapTimeout,
                lockTimeout,
                idleTimeout,
                topicCheck,
                stopTimeout,
                other);
    }
}
