package dev.antiphon.projector.letters;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate whose events follow each other into the dead letters of a projection.
 *
 * @param aggregateType null where it could not be read
 * @param kind {@code handler}, {@code unreadable} or {@code gap}
 * @param reason why its first letter cannot be applied
 * @param letters how many lie there
 */
public record ParkedAggregate(
        String projection,
        String aggregateId,
        @Nullable String aggregateType,
        String kind,
        String reason,
        Instant since,
        long letters) {}
