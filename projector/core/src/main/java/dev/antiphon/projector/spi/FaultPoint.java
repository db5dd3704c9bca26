package dev.antiphon.projector.spi;

/** Where tests stop or break a consumer, a rebuild or a switch, on a thread of its own; does nothing in production. */
@FunctionalInterface
public interface FaultPoint {

    /** Does nothing anywhere. */
    FaultPoint NONE = (place, projection) -> {};

    /** The places. */
    enum Place {
        /** All statements have run, nothing is committed; an exception fails the transaction. */
        AFTER_EFFECT_BEFORE_COMMIT,
        /** The read database has committed, Kafka knows nothing of it; an exception ends the consumer as a crash would. */
        AFTER_COMMIT_BEFORE_OFFSET,
        /** A dead letter, its parking and the position are committed, Kafka knows nothing of it; as before. */
        AFTER_PARKING_BEFORE_OFFSET,
        /** A rebuild has claimed a stretch of ids, and has not read them yet; an exception ends it. */
        AFTER_CLAIM_BEFORE_PAGE,
        /** A rebuild has read a page, and written nothing of it; as before. */
        AFTER_PAGE_BEFORE_EFFECT,
        /** A page is committed; as before. */
        AFTER_PAGE,
        /** A switch holds the version that readers look at, and has moved nothing; an exception ends it. */
        AFTER_HOLD_BEFORE_MOVE,
        /** A switch has moved the tables, and committed nothing; as before. */
        AFTER_MOVE_BEFORE_COMMIT
    }

    /** Called at each place; may block or throw. */
    void reached(Place place, String projection);
}
