package dev.antiphon.projector;

import dev.antiphon.events.Backoff;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The values of {@link ProjectorSettings}, which documents them.
 *
 * @param backoff from {@link ProjectorSettings#FIRST_RETRY} to {@link ProjectorSettings#LONGEST_RETRY}
 * @param instanceId null where consumers are no static members of their groups
 */
public record ProjectorOptions(
        int threads,
        int batchSize,
        Duration sessionTimeout,
        @Nullable String instanceId,
        int retries,
        Backoff backoff,
        Duration gapTimeout,
        Duration lockTimeout,
        Duration idleTimeout,
        Duration topicCheck,
        Duration stopTimeout,
        Duration processedEventRetention,
        Duration changeRetention) {

    /** The defaults of the settings. */
    public static ProjectorOptions defaults() {
        return new Builder().build();
    }

    /** The same with some values changed. */
    public ProjectorOptions with(Consumer<Builder> changes) {
        var builder = new Builder();
        builder.threads = threads;
        builder.batchSize = batchSize;
        builder.sessionTimeout = sessionTimeout;
        builder.instanceId = instanceId;
        builder.retries = retries;
        builder.backoff = backoff;
        builder.gapTimeout = gapTimeout;
        builder.lockTimeout = lockTimeout;
        builder.idleTimeout = idleTimeout;
        builder.topicCheck = topicCheck;
        builder.stopTimeout = stopTimeout;
        builder.processedEventRetention = processedEventRetention;
        builder.changeRetention = changeRetention;
        changes.accept(builder);
        return builder.build();
    }

    /** The values while they are collected, from the defaults on. */
    public static final class Builder {

        public int threads = 1;
        public int batchSize = 500;
        public Duration sessionTimeout = Duration.ofSeconds(10);
        public @Nullable String instanceId;
        public int retries = 5;
        public Backoff backoff = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(30));
        public Duration gapTimeout = Duration.ofSeconds(60);
        public Duration lockTimeout = Duration.ofSeconds(10);
        public Duration idleTimeout = Duration.ofSeconds(60);
        public Duration topicCheck = Duration.ofSeconds(30);
        public Duration stopTimeout = Duration.ofSeconds(10);
        public Duration processedEventRetention = Duration.ofDays(7);
        public Duration changeRetention = Duration.ofHours(1);

        private Builder() {}

        private ProjectorOptions build() {
            return new ProjectorOptions(
                    threads,
                    batchSize,
                    sessionTimeout,
                    instanceId,
                    retries,
                    backoff,
                    gapTimeout,
                    lockTimeout,
                    idleTimeout,
                    topicCheck,
                    stopTimeout,
                    processedEventRetention,
                    changeRetention);
        }
    }
}
