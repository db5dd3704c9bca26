package dev.antiphon.projector.consumer;

import dev.antiphon.projector.ProjectorOptions;
import dev.antiphon.projector.Strategy;
import dev.antiphon.projector.definition.ProjectionDefinition;
import dev.antiphon.projector.jdbc.Changes;
import dev.antiphon.projector.jdbc.ProcessedEvents;
import dev.antiphon.projector.letters.DeadLetters;
import dev.antiphon.projector.operation.Projections;
import dev.antiphon.projector.pipeline.RequestedRedrives;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is to be done for a projection beside its consumers. Used by one thread. */
final class Upkeep {

    private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);
    private static final Duration CLEANING = Duration.ofMinutes(1);
    private static final int FORGOTTEN_AT_ONCE = 5_000;

    private final ProjectionDefinition definition;
    private final ProjectorOptions options;
    private final DataSource dataSource;
    private final RequestedRedrives redrives;
    private final PauseWatch pause;
    private final Backlog backlog;
    private final Projections projections;
    private final DeadLetters letters;
    private long cleanedAt = System.nanoTime() - CLEANING.toNanos();
    private @Nullable String failure;

    Upkeep(
            ProjectionDefinition definition,
            ProjectorOptions options,
            DataSource dataSource,
            RequestedRedrives redrives,
            PauseWatch pause,
            Backlog backlog) {
        this.definition = definition;
        this.options = options;
        this.dataSource = dataSource;
        this.redrives = redrives;
        this.pause = pause;
        this.backlog = backlog;
        this.projections = new Projections(dataSource);
        this.letters = new DeadLetters(dataSource);
    }

    /** Does what is due, as long as it may; a failure is logged once and comes to nothing but a later try. */
    void run(BooleanSupplier goOn) {
        try {
            pause.seen(projections.pause(definition.key()).orElse(null));
            while (goOn.getAsBoolean() && redrives.serve(goOn)) {
                LOG.debug("Projection {} has served a request", definition);
            }
            if (System.nanoTime() - cleanedAt >= CLEANING.toNanos()) {
                forget(goOn);
                cleanedAt = System.nanoTime();
            }
            backlog.set(letters.counts(definition.key()));
            failure = null;
        } catch (SQLException | RuntimeException e) {
            var reason = e.toString();
            if (!reason.equals(failure)) {
                LOG.warn("The upkeep of projection {} failed and will be tried again: {}", definition, reason);
            }
            failure = reason;
        }
    }

    private void forget(BooleanSupplier goOn) throws SQLException {
        try (var connection = dataSource.getConnection()) {
            if (definition.strategy() == Strategy.PROCESSED_EVENT) {
                var retention = options.processedEventRetention();
                all(goOn, () -> ProcessedEvents.forget(connection, definition.key(), retention, FORGOTTEN_AT_ONCE));
            }
            if (definition.isPushed()) {
                all(goOn, () -> Changes.forget(connection, options.changeRetention(), FORGOTTEN_AT_ONCE));
            }
        }
    }

    /** Again and again, until less is found than may be forgotten at once. */
    private static void all(BooleanSupplier goOn, Forgetting some) throws SQLException {
        var count = FORGOTTEN_AT_ONCE;
        while (goOn.getAsBoolean() && count == FORGOTTEN_AT_ONCE) {
            count = some.run();
        }
    }

    @FunctionalInterface
    private interface Forgetting {
        int run() throws SQLException;
    }
}
