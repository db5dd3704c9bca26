package dev.antiphon.projector.spi;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What came of a record. All but {@link Postponed} let the position move past it when the transaction commits. */
public sealed interface Outcome {

    /** The handler has run. */
    record Applied() implements Outcome {}

    /** The event had been applied before; nothing was done. */
    record Duplicate() implements Outcome {}

    /** A rebuild will read its aggregate later, and this event with it; nothing was done, the watermark is as it was. */
    record Covered() implements Outcome {}

    /**
     * Nobody handles it; nothing was done but to advance the watermark.
     *
     * @param type the event type, or what else the record is
     */
    record Skipped(String type) implements Outcome {}

    /**
     * The attempt failed and was rolled back; the record is tried again, and its partition waits for it.
     *
     * @param delay how long
     */
    record Postponed(Failure failure, Duration delay) implements Outcome {}

    /**
     * It lies in the dead letters; its aggregate, where known, is parked (rule E5).
     *
     * @param why null if it only follows its parked aggregate
     */
    record DeadLettered(@Nullable Failure why) implements Outcome {}
}
